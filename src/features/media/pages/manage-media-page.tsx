import { useCallback, useEffect, useRef } from 'react';
import { askedOf, withAsked } from '#src/features/staff/components/asked.ts';
import { StaffFrame } from '#src/features/staff/components/staff-frame.tsx';
import { useStaffReload } from '#src/features/staff/components/use-staff-list.ts';
import { urls } from '#src/urls.ts';
import { DetailsPane } from '../components/details-pane.tsx';
import { MediaList } from '../components/media-list.tsx';
import { PictureDetails } from '../components/picture-details.tsx';

type Props = {
  /** The parameters of the address. */
  search: Record<string, string | undefined>;
  /** Writes another address in the place of this one. */
  show: (href: string) => void;
};

/** The library of pictures: all of them, and one of them at the side. Search and choice stand in the address. */
export function ManageMediaPage({ search, show }: Props) {
  const asked = askedOf(search, ['q', 'picture']);
  const reload = useStaffReload('/media');
  const key = JSON.stringify(asked);
  const change = useCallback((changes: Record<string, string>) => show(urls.manageMedia(withAsked(JSON.parse(key), changes))), [key, show]);
  const onSearch = useCallback((q: string) => change({ q }), [change]);
  const { picture } = asked;
  const tile = useRef<Element | null>(null);
  const close = () => change({ picture: '' });
  // Where one was, before the picture was looked at.
  useEffect(() => {
    if (picture === undefined && tile.current instanceof HTMLElement) tile.current.focus();
  }, [picture]);
  return (
    <StaffFrame title="Pictures" lede="Covers and illustrations, ready for every screen" path={urls.manageMedia()}>
      <div className={picture === undefined ? 'media' : 'media has-details'}>
        <MediaList
          q={asked.q ?? ''}
          onSearch={onSearch}
          chosen={picture}
          onChoose={({ id }) => {
            tile.current = document.activeElement;
            change({ picture: id });
          }}
          onUploaded={({ id }) => change({ picture: id })}
        />
        {picture === undefined ? null : (
          <DetailsPane label="Picture" onClose={close}>
            <PictureDetails
              key={picture}
              id={picture}
              onClose={close}
              onDeleted={() => {
                void reload();
                close();
              }}
            />
          </DetailsPane>
        )}
      </div>
    </StaffFrame>
  );
}
