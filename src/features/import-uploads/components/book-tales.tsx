import { useId, useState } from 'react';
import { talesCount } from '#src/ui/wording.ts';
import { urls } from '#src/urls.ts';
import type { ImportBook, ImportRun, ImportTale } from '../contract.ts';
import { AskedPanel } from './asked-panel.tsx';
import { useTaleText } from './use-import.ts';
import { useMore } from './use-more.ts';

const STEP = 25;

/** Which tales of a review are imported. `id`: of the import. */
export type TaleChoice = { id: string; excluded: ReadonlySet<string>; toggle: (tale: ImportTale) => void };

type Props = { book: ImportBook; isDry: boolean; run: ImportRun | undefined; choice: TaleChoice | undefined };

/** A book opened: what of it is not taken, and its tales, each with what becomes of it and why. */
export function BookTales({ book, isDry, run, choice }: Props) {
  const { tales, notes, problems, gone, found } = book;
  const { shown, more, showMore } = useMore(tales, STEP);
  return (
    <div className="import-tales">
      {problems.map((problem) => (
        <p key={problem} className="import-note is-wrong">
          {problem}
        </p>
      ))}
      {notes.map((note) => (
        <p key={note} className="import-note">
          {note}
        </p>
      ))}
      {gone > 0 ? (
        <p className="import-note">
          {talesCount(gone)} from an earlier import {gone === 1 ? 'is' : 'are'} no longer in this book; kept.
        </p>
      ) : null}
      <ul>
        {shown.map((tale, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a book may have several tales of one title, and their order stays
          <TaleRow key={index} tale={tale} isDry={isDry} run={run} choice={choice} />
        ))}
      </ul>
      {more > 0 ? (
        <button type="button" className="btn btn-line btn-sm" onClick={showMore}>
          Show {more} more
        </button>
      ) : null}
      {tales.length < found && more === 0 ? (
        <p className="import-note">
          Showing {tales.length} of {talesCount(found)}, those with warnings first.
        </p>
      ) : null}
    </div>
  );
}

type RowProps = BadgeProps & { choice: TaleChoice | undefined };

function TaleRow({ tale, isDry, run, choice }: RowProps) {
  const [isRead, setRead] = useState(false);
  const id = useId();
  const { key } = tale;
  const title = <bdi>{tale.title}</bdi>;
  const canChoose = choice !== undefined && key !== undefined && (tale.deed === 'new' || tale.deed === 'changed');
  return (
    <li>
      <b>
        {canChoose ? (
          <label className="check">
            <input type="checkbox" checked={!choice.excluded.has(key)} onChange={() => choice.toggle(tale)} />
            <span className="visually-hidden">Import </span>
            {title}
          </label>
        ) : (
          title
        )}
      </b>
      {tale.existing ? <Badge kind="amber" text={tale.existing.same === 'text' ? 'Text exists' : 'Title exists'} /> : null}
      {canChoose && choice.excluded.has(key) ? <Badge text="Excluded" /> : <TaleBadge tale={tale} isDry={isDry} run={run} />}
      {choice !== undefined && key !== undefined ? (
        <button type="button" className="btn btn-line btn-sm" aria-expanded={isRead} aria-controls={id} onClick={() => setRead(!isRead)}>
          {isRead ? 'Hide text' : 'Read'}
          <span className="visually-hidden"> {tale.title}</span>
        </button>
      ) : null}
      {tale.existing ? (
        <small>
          {tale.existing.same === 'text' ? 'The same text exists: ' : 'A tale with this title exists: '}
          <a href={urls.manageTales(`q=${encodeURIComponent(tale.existing.title)}`)} target="_blank" rel="noopener">
            {tale.existing.title}
          </a>
        </small>
      ) : null}
      {tale.why.length === 0 ? null : <small>{tale.why.join(' ')}</small>}
      <section id={id} className="import-text" aria-label={`Text of ${tale.title}`} tabIndex={isRead ? 0 : undefined} hidden={!isRead}>
        {isRead && choice !== undefined && key !== undefined ? <TaleText id={choice.id} tale={key} /> : null}
      </section>
    </li>
  );
}

function TaleText({ id, tale }: { id: string; tale: string }) {
  const query = useTaleText(id, tale);
  return (
    <AskedPanel query={query} loading="Loading the text..." failed="Error loading the text">
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by the server when the file was checked */}
      {query.data === undefined ? null : <div className="prose" dangerouslySetInnerHTML={{ __html: query.data.content }} />}
    </AskedPanel>
  );
}

type BadgeProps = { tale: ImportTale; isDry: boolean; run: ImportRun | undefined };

function TaleBadge({ tale: { deed, is_draft }, isDry, run }: BadgeProps) {
  if (deed === 'new' && run?.state === 'undoing') return <Badge text="Being removed" />;
  // Only the titles that edited tales have now are known, and an editor may have changed these too.
  if (deed === 'new' && run?.state === 'undone') return <Badge text={run.undone?.edited.length ? 'Removed unless edited' : 'Removed'} />;
  const stands = is_draft ? 'draft' : 'published';
  if (deed === 'new') return <Badge kind={is_draft ? 'amber' : 'good'} text={`New, ${stands}`} />;
  if (deed === 'changed') return <Badge kind={is_draft ? 'amber' : 'good'} text={`${isDry ? 'Changed' : 'Updated'}, ${stands}`} />;
  if (deed === 'duplicate') return <Badge text="Skipped: already in the library" />;
  return <Badge text={deed === 'unchanged' ? 'Unchanged' : 'Left alone'} />;
}

function Badge({ kind, text }: { kind?: 'good' | 'amber'; text: string }) {
  return (
    <span className={kind === undefined ? 'badge' : `badge badge-${kind}`}>
      {kind === undefined ? null : <i />}
      {text}
    </span>
  );
}
