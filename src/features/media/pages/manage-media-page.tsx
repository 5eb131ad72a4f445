import { useCallback, useEffect, useRef } from 'react';
import { AdminFrame } from '#src/admin-ui/admin-frame.tsx';
import { listHref, parseListQuery, useReloadLists } from '#src/admin-ui/paged-list.tsx';
import { urls } from '#src/urls.ts';
import { DetailsPane } from '../components/details-pane.tsx';
import { MediaList } from '../components/media-list.tsx';
import { PictureDetails } from '../components/picture-details.tsx';

type Props = {
  /** The parameters of the URL. */
  search: Record<string, string | undefined>;
  /** Replaces the URL. */
  show: (href: string) => void;
};

/** The image library, with details of the selected image. Search and selection are part of the URL. */
export function ManageMediaPage({ search, show }: Props) {
  const params = parseListQuery(search, ['q', 'picture']);
  const reload = useReloadLists('/media');
  const key = JSON.stringify(params);
  const change = useCallback((changes: Record<string, string>) => show(urls.manageMedia(listHref(JSON.parse(key), changes))), [key, show]);
  const onSearch = useCallback((q: string) => change({ q }), [change]);
  const { picture } = params;
  const tile = useRef<Element | null>(null);
  const close = () => change({ picture: '' });
  // The focused element before the details were opened.
  useEffect(() => {
    if (picture === undefined && tile.current instanceof HTMLElement) tile.current.focus();
  }, [picture]);
  return (
    <AdminFrame title="Images" lede="Covers and illustrations" path={urls.manageMedia()}>
      <div className={picture === undefined ? 'media' : 'media has-details'}>
        <MediaList
          q={params.q ?? ''}
          onSearch={onSearch}
          chosen={picture}
          onChoose={({ id }) => {
            tile.current = document.activeElement;
            change({ picture: id });
          }}
          onUploaded={({ id }) => change({ picture: id })}
        />
        {picture === undefined ? null : (
          <DetailsPane label="Image" onClose={close}>
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
    </AdminFrame>
  );
}
