import { useEffect, useRef, useState } from 'react';
import { DropZone } from '#src/features/staff/components/drop-zone.tsx';
import { UploadList } from '#src/features/staff/components/upload-list.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { pictureOf } from '#src/ui/picture.ts';
import { urls } from '#src/urls.ts';
import { ACCEPT, coverAddressOf } from '../picture-files.ts';
import { CropPreview } from './crop-preview.tsx';
import { PICTURE_WORDS, usePictureUploads } from './picture-uploads.ts';
import { useMediaPicker } from './use-media-picker.tsx';

type Props = {
  /** Of the button that the field's label leads to. */
  id: string;
  /** The address of the cover; blank for the drawn one. */
  value: string;
  onChange: (value: string) => void;
  title: string;
  category: string;
};

/** The cover of a tale: a picture dropped, pasted, uploaded or chosen from the library, as readers will see it; else the drawn one. */
export function CoverField({ id, value, onChange, title, category }: Props) {
  const area = useRef<HTMLDivElement>(null);
  const { pick, dialog } = useMediaPicker({ isCover: true });
  const [said, setSaid] = useState('');
  const put = (address: string, words: string) => {
    onChange(address);
    setSaid(words);
  };
  const { uploads, add, dismiss, retry } = usePictureUploads((picture) =>
    put(coverAddressOf(picture), `“${picture.name}” is the cover now`),
  );
  const waiting = uploads.filter(({ state }) => state !== 'done');
  return (
    <div className="cover-field" ref={area}>
      {value === '' ? <DrawnCover title={title} category={category} /> : <CropPreview address={value} />}
      <div className="cover-field-deeds">
        <DropZone area={area} several={false} accept={ACCEPT} button="Upload a picture" onFiles={add}>
          {value === ''
            ? 'Drawn from title and category, unless you drop a picture here, paste one, or'
            : 'Drop or paste another one here, or'}
        </DropZone>
        <div className="cover-field-buttons">
          <button
            type="button"
            id={id}
            className="btn btn-line"
            onClick={async () => {
              const picture = await pick();
              if (picture !== null) put(coverAddressOf(picture), `“${picture.name}” is the cover now`);
            }}
          >
            Choose from the library
          </button>
          {value === '' ? null : (
            <button type="button" className="btn btn-quiet" onClick={() => put('', 'The cover is drawn again')}>
              <Icon name="close" />
              Take away
            </button>
          )}
        </div>
        {value !== '' && pictureOf(value) === undefined ? <p className="hint">This cover is not from the library: {value}</p> : null}
        <UploadList uploads={waiting} words={PICTURE_WORDS} onDismiss={dismiss} onRetry={retry} />
        <p className="visually-hidden" role="status">
          {said}
        </p>
      </div>
      {dialog}
    </div>
  );
}

/** The cover that the site draws of the words as they stand. */
function DrawnCover({ title, category }: { title: string; category: string }) {
  const words = useLater(JSON.stringify({ title, category }));
  const address = urls.api(`/admin/drawn-cover?${new URLSearchParams(JSON.parse(words))}`);
  return (
    <div className="crops" aria-hidden="true">
      <span className="cover">
        <img src={address} alt="" width="600" height="800" />
      </span>
    </div>
  );
}

/** Nobody needs a drawing for every letter. */
function useLater(value: string): string {
  const [later, setLater] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setLater(value), 400);
    return () => clearTimeout(timer);
  }, [value]);
  return later;
}
