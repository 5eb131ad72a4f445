import { type ReactNode, useCallback, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { apiRequest } from '#src/api-client/api-request.ts';
import { Field } from '#src/ui/field.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { Picture as Shown } from '#src/ui/picture.tsx';
import { toast } from '#src/ui/toast.ts';
import type { Picture } from '../contract.ts';
import { Sheet } from './details-pane.tsx';
import { MediaList } from './media-list.tsx';

type PickerOptions = {
  /** Covers need no alt text, as they are shown next to the title. */
  isCover?: boolean;
};

/**
 * A dialog to choose or upload an image. `pick` opens it and resolves to the image with the entered alt text, or to null when cancelled. Render `dialog` anywhere on the page.
 */
export function useMediaPicker({ isCover = false }: PickerOptions = {}): { pick(): Promise<Picture | null>; dialog: ReactNode } {
  const [isOpen, setOpen] = useState(false);
  const answer = useRef<((picture: Picture | null) => void) | null>(null);
  const pick = useCallback(() => {
    answer.current?.(null);
    setOpen(true);
    return new Promise<Picture | null>((resolve) => {
      answer.current = resolve;
    });
  }, []);
  const close = (picture: Picture | null) => {
    setOpen(false);
    answer.current?.(picture);
    answer.current = null;
  };
  return { pick, dialog: isOpen ? <PickerDialog isCover={isCover} onDone={close} /> : null };
}

type Props = { isCover: boolean; onDone: (picture: Picture | null) => void };

/** A dialog to choose an image. For an image in a text it then asks for the alt text. */
function PickerDialog({ isCover, onDone }: Props) {
  const [q, setQ] = useState('');
  const [chosen, setChosen] = useState<Picture | null>(null);
  const choose = (picture: Picture) => (isCover ? onDone(picture) : setChosen(picture));
  // A portal, because forms cannot be nested.
  return createPortal(
    <Sheet label="Choose an image" className="pop-sheet picker" onClose={() => onDone(null)}>
      <div className="media-details-head">
        <h2>{chosen === null ? 'Choose an image' : 'Describe the image'}</h2>
        <button type="button" className="icon-btn" aria-label="Close" onClick={() => onDone(null)}>
          <Icon name="close" />
        </button>
      </div>
      {chosen === null ? (
        <MediaList q={q} onSearch={setQ} chosen={undefined} onChoose={choose} onUploaded={choose} several={false} />
      ) : (
        <AltTextForm picture={chosen} onBack={() => setChosen(null)} onDone={onDone} />
      )}
    </Sheet>,
    document.body,
  );
}

/** The alt text applies to this use of the image. If the library has none yet, it is also saved there. */
function AltTextForm({ picture, onBack, onDone }: { picture: Picture; onBack: () => void; onDone: Props['onDone'] }) {
  const [alt, setAlt] = useState(picture.alt);
  function use(): void {
    const text = alt.replace(/\s+/g, ' ').trim();
    if (picture.alt === '' && text !== '') {
      apiRequest('PATCH', `/admin/media/${picture.id}`, { alt: text }).catch((error: Error) =>
        toast({ title: 'Error saving image', text: error.message, wrong: true }),
      );
    }
    onDone({ ...picture, alt: text });
  }
  return (
    <form
      className="describe"
      onSubmit={(event) => {
        event.preventDefault();
        use();
      }}
    >
      <span className="describe-picture">
        <Shown address={picture.address} sizes="20rem" alt={alt} />
      </span>
      <Field
        scope="pick"
        name="alt"
        label="Alt text"
        value={alt}
        maxLength={1000}
        autoFocus
        autoComplete="off"
        hint="One sentence for people who cannot see the image. Required to publish."
        onChange={(event) => setAlt(event.target.value)}
      />
      <div className="dialog-end">
        <button type="button" className="btn btn-line" onClick={onBack}>
          Choose another
        </button>
        <button type="submit" className="btn btn-solid">
          Use this image
        </button>
      </div>
    </form>
  );
}
