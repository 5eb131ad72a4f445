import { type KeyboardEvent, useRef, useState } from 'react';
import { DropZone } from '#src/admin-ui/drop-zone.tsx';
import { LiveRow } from '#src/admin-ui/live-rows.tsx';
import { ListSearch, PagedList, useLivePages, usePagedList, useReloadLists } from '#src/admin-ui/paged-list.tsx';
import { UploadList } from '#src/admin-ui/upload-list.tsx';
import { Picture as Shown } from '#src/ui/picture.tsx';
import type { Picture, PicturePage } from '../contract.ts';
import { ACCEPT } from '../picture-files.ts';
import { PICTURE_UPLOAD_TEXT, usePictureUploads } from './use-picture-uploads.ts';

type Props = {
  q: string;
  onSearch: (q: string) => void;
  chosen: string | undefined;
  onChoose: (picture: Picture) => void;
  /** Called after an upload of a single file. */
  onUploaded: (picture: Picture) => void;
  several?: boolean;
};

/** The image library, with search and uploads. */
export function MediaList({ q, onSearch, chosen, onChoose, onUploaded, several = true }: Props) {
  const area = useRef<HTMLDivElement>(null);
  const query = usePagedList<PicturePage>('/media', q === '' ? {} : { q }, { isLive: true });
  const reload = useReloadLists('/media');
  const [isAlone, setAlone] = useState(false);
  const { uploads, add, dismiss, retry } = usePictureUploads((picture) => {
    void reload();
    if (isAlone) onUploaded(picture);
  });
  const live = useLivePages('media', query, (page) => page.pictures);
  const pictures = live.rows;
  return (
    <div className="media-list" ref={area}>
      <DropZone
        area={area}
        several={several}
        accept={ACCEPT}
        button={several ? 'Upload images' : 'Upload image'}
        onFiles={(files) => {
          setAlone(files.length === 1);
          add(files);
        }}
      >
        {several ? 'Drop or paste images here, or' : 'Drop or paste an image here, or'}
      </DropZone>
      <UploadList uploads={uploads} words={PICTURE_UPLOAD_TEXT} onDismiss={dismiss} onRetry={retry} />
      <div className="panel-tools">
        <ListSearch label="Search images" placeholder="Search by name, alt text or credit" q={q} onSearch={onSearch} />
      </div>
      <PagedList
        live={live}
        isFiltered={q !== ''}
        query={query}
        count={pictures.length}
        words={['image', 'images']}
        loading="Loading images..."
        empty={q === '' ? 'No images yet. Upload the first one above.' : 'No images found'}
        failed="Error loading images"
      >
        <PictureGrid pictures={pictures} chosen={chosen} onChoose={onChoose} />
      </PagedList>
    </div>
  );
}

type PictureGridProps = { pictures: readonly Picture[]; chosen: string | undefined; onChoose: (picture: Picture) => void };

/** A grid of selectable images. Arrow keys and Tab move between them. */
function PictureGrid({ pictures, chosen, onChoose }: PictureGridProps) {
  return (
    <ul className="media-grid" onKeyDown={moveFocus}>
      {pictures.map((picture) => (
        <LiveRow key={picture.id} as="li" id={picture.id}>
          <button type="button" className="media-tile" aria-pressed={picture.id === chosen} onClick={() => onChoose(picture)}>
            <span className="media-thumb">
              <Shown address={picture.address} sizes="12rem" loading="lazy" />
            </span>
            <span className="media-name">{picture.name}</span>
            <span className="media-note">{picture.alt === '' ? 'No alt text yet' : `${picture.width} × ${picture.height}`}</span>
          </button>
        </LiveRow>
      ))}
    </ul>
  );
}

function moveFocus(event: KeyboardEvent<HTMLUListElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
  const top = buttons[0]?.parentElement?.offsetTop;
  const columns = buttons.filter((button) => button.parentElement?.offsetTop === top).length;
  const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns };
  const step = steps[event.key];
  if (step === undefined || at === -1) return;
  let to = at + step;
  while (buttons[to]?.closest('.is-removed')) to += step;
  const next = buttons[to];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}
