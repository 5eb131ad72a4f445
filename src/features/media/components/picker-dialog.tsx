import { useState } from 'react';
import { createPortal } from 'react-dom';
import { send } from '#src/features/accounts/components/send.ts';
import { Field } from '#src/ui/field.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { Picture as Shown } from '#src/ui/picture.tsx';
import { toast } from '#src/ui/toast.ts';
import type { Picture } from '../contract.ts';
import { Sheet } from './details-pane.tsx';
import { MediaList } from './media-list.tsx';

type Props = { isCover: boolean; onDone: (picture: Picture | null) => void };

/** The library in a dialog; of the picture that is chosen for a text, its alt text is asked for. */
export function PickerDialog({ isCover, onDone }: Props) {
  const [q, setQ] = useState('');
  const [chosen, setChosen] = useState<Picture | null>(null);
  const choose = (picture: Picture) => (isCover ? onDone(picture) : setChosen(picture));
  // Outside of the form that it was opened from: a form holds no other.
  return createPortal(
    <Sheet label="Choose a picture" className="pop-sheet picker" onClose={() => onDone(null)}>
      <div className="media-details-head">
        <h2>{chosen === null ? 'Choose a picture' : 'What is to be seen?'}</h2>
        <button type="button" className="icon-btn" aria-label="Close" onClick={() => onDone(null)}>
          <Icon name="close" />
        </button>
      </div>
      {chosen === null ? (
        <MediaList q={q} onSearch={setQ} chosen={undefined} onChoose={choose} onUploaded={choose} several={false} />
      ) : (
        <Describe picture={chosen} onBack={() => setChosen(null)} onDone={onDone} />
      )}
    </Sheet>,
    document.body,
  );
}

/** The alt text belongs to the place in the text; the first one given becomes that of the library too. */
function Describe({ picture, onBack, onDone }: { picture: Picture; onBack: () => void; onDone: Props['onDone'] }) {
  const [alt, setAlt] = useState(picture.alt);
  function use(): void {
    const text = alt.replace(/\s+/g, ' ').trim();
    if (picture.alt === '' && text !== '') {
      send('PATCH', `/admin/media/${picture.id}`, { alt: text }).catch((error: Error) =>
        toast({ title: 'Error saving picture', text: error.message, wrong: true }),
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
        hint="In a sentence, for those who cannot see it. Publishing asks for it."
        onChange={(event) => setAlt(event.target.value)}
      />
      <div className="dialog-end">
        <button type="button" className="btn btn-line" onClick={onBack}>
          Choose another
        </button>
        <button type="submit" className="btn btn-solid">
          Use this picture
        </button>
      </div>
    </form>
  );
}
