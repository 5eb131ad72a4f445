import { useRef, useState } from 'react';
import { DropZone } from '#src/admin-ui/drop-zone.tsx';
import { ListSearch, PagedList, usePagedList, useReloadLists } from '#src/admin-ui/paged-list.tsx';
import { UploadList } from '#src/admin-ui/upload-list.tsx';
import type { Picture, PicturePage } from '../contract.ts';
import { ACCEPT } from '../picture-files.ts';
import { PictureGrid } from './picture-grid.tsx';
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
  const query = usePagedList<PicturePage>('/media', q === '' ? {} : { q });
  const reload = useReloadLists('/media');
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
