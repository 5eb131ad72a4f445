import '#src/ui/styles/tale/sheets.css';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { SaveOfflineCheckbox } from '#src/features/offline/components/save-offline.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { newId } from '#src/ui/new-id.ts';
import { OPEN_MY_TALES, toast } from '#src/ui/toast.ts';
import type { Shelf } from '../contract.ts';
import { READ_LATER, READ_LATER_NAME } from '../store/apply-change.ts';
import { changeBookshelf, useBookshelf } from './library-store.ts';

type Props = {
  tale: { id: string; slug: string; title: string };
  onClose: () => void;
};

/** Checkboxes for the reader's shelves and a form for a new one. */
export function SavePanel({ tale, onClose }: Props) {
  const panel = useRef<HTMLElement>(null);
  const shelves = useBookshelf((bookshelf) => bookshelf.shelves);
  const own = shelves.filter(({ kind }) => kind === 'own');
  useEffect(() => panel.current?.querySelector('input')?.focus(), []);
  return (
    <section ref={panel} className="settings save-sheet" aria-label={`Save ${tale.title}`}>
      <div className="settings-head">
        <h2>Save to</h2>
        <button type="button" className="icon-btn" aria-label="Close" onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      <fieldset className="save-list">
        <legend className="visually-hidden">Collections</legend>
        <ShelfCheck id={READ_LATER} name={READ_LATER_NAME} shelves={shelves} tale={tale.id} />
        <SaveOfflineCheckbox slug={tale.slug} />
        {own.map(({ id, name }) => (
          <ShelfCheck key={id} id={id} name={name} shelves={shelves} tale={tale.id} />
        ))}
      </fieldset>
      <NewShelf tale={tale.id} />
    </section>
  );
}

type CheckProps = { id: string; name: string; shelves: readonly Shelf[]; tale: string };

function ShelfCheck({ id, name, shelves, tale }: CheckProps) {
  const isOn = shelves.some((shelf) => shelf.id === id && shelf.tales.some((saved) => saved.tale === tale));
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={isOn}
        onChange={() => {
          changeBookshelf({ op: 'shelve', shelf: id, tale, on: !isOn });
          void toast(isOn ? { title: `Removed from ${name}` } : savedMessage(name));
        }}
      />
      <bdi>{name}</bdi>
    </label>
  );
}

function NewShelf({ tale }: { tale: string }) {
  const [problem, setProblem] = useState('');
  const id = useId();

  function add(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = event.currentTarget;
    const name = cleanName(String(new FormData(form).get('name')));
    setProblem(name === '' ? 'Name is required' : '');
    if (name === '') return;
    const shelf = newId();
    changeBookshelf({ op: 'shelf', shelf, name }, { op: 'shelve', shelf, tale, on: true });
    form.reset();
    void toast(savedMessage(name));
  }

  return (
    <form onSubmit={add} noValidate>
      <label className="label" htmlFor={id}>
        New collection
      </label>
      <div className="save-new">
        <input
          id={id}
          className="input"
          name="name"
          maxLength={80}
          autoComplete="off"
          aria-invalid={problem !== '' || undefined}
          aria-describedby={`${id}-wrong`}
        />
        <button type="submit" className="btn btn-line">
          Add
        </button>
      </div>
      <p id={`${id}-wrong`} className="wrong" role="alert" hidden={problem === ''}>
        <Icon name="warning" />
        {problem}
      </p>
    </form>
  );
}

function savedMessage(name: string) {
  return { title: `Saved to ${name}`, action: OPEN_MY_TALES };
}

/** Normalizes a shelf name as the server does. */
export function cleanName(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, ' ').trim();
}
