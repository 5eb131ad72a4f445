import '#src/ui/styles/tale/sheets.css';
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { navigate } from '#src/ui/navigate.ts';
import { toast } from '#src/ui/toast.ts';
import { urls } from '#src/urls.ts';
import type { Shelf } from '../contract.ts';
import { changeBookshelf } from './library-store.ts';
import { cleanName } from './save-panel.tsx';

/** Renames or deletes a shelf. `share`: the button to share it. */
export function ShelfTools({ shelf, share }: { shelf: Shelf; share: ReactNode }) {
  const [open, setOpen] = useState<'nothing' | 'name' | 'question'>('nothing');
  const renameButton = useRef<HTMLButtonElement>(null);

  function closeForm(): void {
    setOpen('nothing');
    renameButton.current?.focus();
  }

  async function remove(): Promise<void> {
    changeBookshelf({ op: 'shelf_gone', shelf: shelf.id });
    navigate(urls.collections());
    await toast({ title: 'Collection deleted' });
  }

  return (
    <>
      <div className="shelf-tools">
        {share}
        <button
          type="button"
          ref={renameButton}
          className="btn btn-line"
          aria-expanded={open === 'name'}
          onClick={() => setOpen(open === 'name' ? 'nothing' : 'name')}
        >
          Rename
        </button>
        <button type="button" className="btn btn-quiet" onClick={() => setOpen('question')}>
          Delete
        </button>
      </div>
      {open === 'name' ? <NameForm shelf={shelf} onDone={closeForm} /> : null}
      {open === 'question' ? (
        <ConfirmDialog title="Are you sure?" confirm="Delete" onConfirm={remove} onCancel={() => setOpen('nothing')}>
          This will delete the collection "{shelf.name}". Its tales stay in the library. This action cannot be undone.
        </ConfirmDialog>
      ) : null}
    </>
  );
}

function NameForm({ shelf, onDone }: { shelf: Shelf; onDone: () => void }) {
  const [problem, setProblem] = useState('');
  const id = useId();

  function rename(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const name = cleanName(String(new FormData(event.currentTarget).get('name')));
    setProblem(name === '' ? 'Name is required' : '');
    if (name === '') return;
    if (name !== shelf.name) {
      changeBookshelf({ op: 'shelf', shelf: shelf.id, name });
      void toast({ title: 'Collection renamed' });
    }
    onDone();
  }

  return (
    <form className="shelf-name" noValidate onSubmit={rename} onKeyDown={(event) => (event.key === 'Escape' ? onDone() : undefined)}>
      <label className="label" htmlFor={id}>
        Name
      </label>
      <div className="save-new">
        <input
          id={id}
          className="input"
          name="name"
          // biome-ignore lint/a11y/noAutofocus: the reader has just chosen to rename
          autoFocus
          defaultValue={shelf.name}
          maxLength={80}
          autoComplete="off"
          aria-invalid={problem !== '' || undefined}
          aria-describedby={`${id}-wrong`}
        />
        <button type="submit" className="btn btn-solid">
          Save
        </button>
        <button type="button" className="btn btn-quiet" onClick={onDone}>
          Cancel
        </button>
      </div>
      <p id={`${id}-wrong`} className="wrong" role="alert" hidden={problem === ''}>
        <Icon name="warning" />
        {problem}
      </p>
    </form>
  );
}
