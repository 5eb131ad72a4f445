import { useRef, useState } from 'react';
import { DropZone } from '#src/features/staff/components/drop-zone.tsx';
import { ListPanel } from '#src/features/staff/components/list-panel.tsx';
import { ListSearch } from '#src/features/staff/components/list-search.tsx';
import { UploadList } from '#src/features/staff/components/upload-list.tsx';
import { useStaffList, useStaffReload } from '#src/features/staff/components/use-staff-list.ts';
import type { Picture, PicturePage } from '../contract.ts';
import { ACCEPT } from '../picture-files.ts';
import { PictureGrid } from './picture-grid.tsx';
import { PICTURE_WORDS, usePictureUploads } from './picture-uploads.ts';

type Props = {
  q: string;
  onSearch: (q: string) => void;
  chosen: string | undefined;
  onChoose: (picture: Picture) => void;
  /** Hears of the one that was uploaded, when it was one alone. */
  onUploaded: (picture: Picture) => void;
  several?: boolean;
};

/** The library: a search, a place for new pictures, and those that are there. */
export function MediaList({ q, onSearch, chosen, onChoose, onUploaded, several = true }: Props) {
  const area = useRef<HTMLDivElement>(null);
  const query = useStaffList<PicturePage>('/media', q === '' ? {} : { q });
  const reload = useStaffReload('/media');
  const [isAlone, setAlone] = useState(false);
  const { uploads, add, dismiss, retry } = usePictureUploads((picture) => {
    void reload();
    if (isAlone) onUploaded(picture);
  });
  const pictures = query.data?.pages.flatMap((page) => page.pictures) ?? [];
  return (
    <div className="media-list" ref={area}>
      <DropZone
        area={area}
        several={several}
        accept={ACCEPT}
        button={several ? 'Upload pictures' : 'Upload a picture'}
        onFiles={(files) => {
          setAlone(files.length === 1);
          add(files);
        }}
      >
        {several ? 'Drop pictures here, paste them, or' : 'Drop a picture here, paste one, or'}
      </DropZone>
      <UploadList uploads={uploads} words={PICTURE_WORDS} onDismiss={dismiss} onRetry={retry} />
      <div className="panel-tools">
        <ListSearch label="Search pictures" placeholder="Search by name, alt text or credit" q={q} onSearch={onSearch} />
      </div>
      <ListPanel
        query={query}
        count={pictures.length}
        words={['picture', 'pictures']}
        loading="Loading pictures..."
        empty={q === '' ? 'No pictures yet. Drop the first one above.' : 'No pictures found'}
        failed="Error loading pictures"
      >
        <PictureGrid pictures={pictures} chosen={chosen} onChoose={onChoose} />
      </ListPanel>
    </div>
  );
}
