import { useRef, useState } from 'react';
import { DropZone } from '#src/admin-ui/drop-zone.tsx';
import { UploadList } from '#src/admin-ui/upload-list.tsx';
import { useDebounced } from '#src/admin-ui/use-debounced.ts';
import { Icon } from '#src/ui/icon.tsx';
import { pictureOf } from '#src/ui/picture.ts';
import { urls } from '#src/urls.ts';
import { ACCEPT, coverAddressOf } from '../picture-files.ts';
import { CropPreview } from './crop-preview.tsx';
import { useMediaPicker } from './use-media-picker.tsx';
import { PICTURE_UPLOAD_TEXT, usePictureUploads } from './use-picture-uploads.ts';

type Props = {
  /** Id of the button that the field's label refers to. */
  id: string;
  /** Address of the cover image; empty for the generated cover. */
  value: string;
  onChange: (value: string) => void;
  title: string;
  category: string;
};

/** Selects the cover of a tale: an image that is dropped, pasted, uploaded or chosen from the library, or the generated cover. */
export function CoverField({ id, value, onChange, title, category }: Props) {
  const area = useRef<HTMLDivElement>(null);
  const { pick, dialog } = useMediaPicker({ isCover: true });
  const [announcement, setAnnouncement] = useState('');
  const setCover = (address: string, text: string) => {
    onChange(address);
    setAnnouncement(text);
  };
  const { uploads, add, dismiss, retry } = usePictureUploads((picture) =>
    setCover(coverAddressOf(picture), `“${picture.name}” is now the cover`),
  );
  const waiting = uploads.filter(({ state }) => state !== 'done');
  return (
    <div className="cover-field" ref={area}>
      {value === '' ? <GeneratedCover title={title} category={category} /> : <CropPreview address={value} />}
      <div className="cover-field-actions">
        <DropZone area={area} several={false} accept={ACCEPT} button="Upload image" onFiles={add}>
          {value === '' ? 'Generated from title and category. Drop or paste an image here, or' : 'Drop or paste another image here, or'}
        </DropZone>
        <div className="cover-field-buttons">
          <button
            type="button"
            id={id}
            className="btn btn-line"
            onClick={async () => {
              const picture = await pick();
              if (picture !== null) setCover(coverAddressOf(picture), `“${picture.name}” is now the cover`);
            }}
          >
            Choose from the library
          </button>
          {value === '' ? null : (
            <button type="button" className="btn btn-quiet" onClick={() => setCover('', 'The generated cover is used again')}>
              <Icon name="close" />
              Remove
            </button>
          )}
        </div>
        {value !== '' && pictureOf(value) === undefined ? <p className="hint">This cover is not from the library: {value}</p> : null}
        <UploadList uploads={waiting} words={PICTURE_UPLOAD_TEXT} onDismiss={dismiss} onRetry={retry} />
        <p className="visually-hidden" role="status">
          {announcement}
        </p>
      </div>
      {dialog}
    </div>
  );
}

/** Preview of the generated cover. */
function GeneratedCover({ title, category }: { title: string; category: string }) {
  // Not for every keystroke.
  const params = useDebounced(JSON.stringify({ title, category }), 400);
  const address = urls.api(`/admin/drawn-cover?${new URLSearchParams(JSON.parse(params))}`);
  return (
    <div className="crops" aria-hidden="true">
      <span className="cover">
        <img src={address} alt="" width="600" height="800" />
      </span>
    </div>
  );
}
