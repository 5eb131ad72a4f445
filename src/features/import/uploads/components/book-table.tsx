import { Fragment, useId, useState } from 'react';
import { QueryPanel } from '#src/admin-ui/query-panel.tsx';
import { formatCount, formatTaleCount } from '#src/ui/format.ts';
import { Icon } from '#src/ui/icon.tsx';
import { urls } from '#src/urls.ts';
import type { ImportBook, ImportRun, ImportTale } from '../contract.ts';
import { actionOf } from '../tale-action.ts';
import { useShowMore } from './import-parts.tsx';
import { COUNT_COLUMNS, type Counts, sumCounts } from './report-sums.ts';
import { useTaleText } from './use-import.tsx';

const BOOKS_STEP = 50;

type Written = { isDry: boolean; run: ImportRun | undefined; choice: TaleChoice | undefined };

/** The books of a report with counts, each expandable to its tales. */
export function BookTable({ books, ...written }: { books: readonly ImportBook[] } & Written) {
  const { shown, more, showMore } = useShowMore(books, BOOKS_STEP);
  return (
    <>
      <table className="table import-table">
        <thead>
          <tr>
            <th scope="col">Book</th>
            {COUNT_COLUMNS.map(([name, words]) => (
              <th key={name} scope="col">
                {words}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((book, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two files may be of one name, and their order stays
            <BookRow key={index} book={book} {...written} isFirstOpen={books.length === 1} />
          ))}
        </tbody>
        {books.length > 1 ? (
          <tfoot>
            <tr>
              <th scope="row">{formatCount(books.length)} books</th>
              <CountCells counts={sumCounts(books)} />
            </tr>
          </tfoot>
        ) : null}
      </table>
      {more > 0 ? (
        <button type="button" className="btn btn-line btn-sm import-more" onClick={showMore}>
          Show {more} more books
        </button>
      ) : null}
    </>
  );
}

function BookRow({ book, isFirstOpen, ...written }: { book: ImportBook; isFirstOpen: boolean } & Written) {
  const [isOpen, setOpen] = useState(isFirstOpen);
  const id = useId();
  return (
    <Fragment>
      <tr className={isOpen ? 'is-open' : undefined}>
        <th scope="row">
          <button type="button" className="import-open" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
            <Icon name="down" />
            <span>
              <b>
                <bdi>{book.name}</bdi>
              </b>
              {book.file === book.name ? null : (
                <small>
                  <bdi>{book.file}</bdi>
                </small>
              )}
            </span>
          </button>
        </th>
        <CountCells counts={book} />
      </tr>
      <tr className="import-tales-row" id={id} hidden={!isOpen}>
        <td colSpan={COUNT_COLUMNS.length + 1}>{isOpen ? <BookTales book={book} {...written} /> : null}</td>
      </tr>
    </Fragment>
  );
}

function CountCells({ counts }: { counts: Counts }) {
  return COUNT_COLUMNS.map(([name, words]) => (
    <td key={name} className={counts[name] === 0 ? 'figures is-none' : 'figures'} data-label={words}>
      {formatCount(counts[name])}
    </td>
  ));
}

const TALES_STEP = 25;

/** The tales selected in a preview. `id`: of the import. */
export type TaleChoice = { id: string; excluded: ReadonlySet<string>; toggle: (tale: ImportTale) => void };

type BookTalesProps = { book: ImportBook; isDry: boolean; run: ImportRun | undefined; choice: TaleChoice | undefined };

/** Notes and tales of a book, each with its action and the reasons. */
function BookTales({ book, isDry, run, choice }: BookTalesProps) {
  const { tales, notes, problems, gone, found } = book;
  const { shown, more, showMore } = useShowMore(tales, TALES_STEP);
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
          {formatTaleCount(gone)} from an earlier import {gone === 1 ? 'is' : 'are'} no longer in this book; kept.
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
          Showing {tales.length} of {formatTaleCount(found)}, those with warnings first.
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
  const action = actionOf(tale);
  const title = <bdi>{tale.title}</bdi>;
  const canChoose = choice !== undefined && key !== undefined && (action === 'new' || action === 'changed');
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
      {tale.files?.length ? <small>Files: {tale.files.join('; ')}</small> : null}
      <section id={id} className="import-text" aria-label={`Text of ${tale.title}`} tabIndex={isRead ? 0 : undefined} hidden={!isRead}>
        {isRead && choice !== undefined && key !== undefined ? <TaleText id={choice.id} tale={key} /> : null}
      </section>
    </li>
  );
}

function TaleText({ id, tale }: { id: string; tale: string }) {
  const query = useTaleText(id, tale);
  return (
    <QueryPanel query={query} loading="Loading the text..." failed="Error loading the text">
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by the server when the file was checked */}
      {query.data === undefined ? null : <div className="prose" dangerouslySetInnerHTML={{ __html: query.data.content }} />}
    </QueryPanel>
  );
}

type BadgeProps = { tale: ImportTale; isDry: boolean; run: ImportRun | undefined };

function TaleBadge({ tale, isDry, run }: BadgeProps) {
  const { is_draft } = tale;
  const action = actionOf(tale);
  if (action === 'new' && run?.state === 'undoing') return <Badge text="Being removed" />;
  // Only the current titles of edited tales are known, and an editor may have changed those.
  if (action === 'new' && run?.state === 'undone') return <Badge text={run.undone?.edited.length ? 'Removed unless edited' : 'Removed'} />;
  const stands = is_draft ? 'draft' : 'published';
  if (action === 'new') return <Badge kind={is_draft ? 'amber' : 'good'} text={`New, ${stands}`} />;
  if (action === 'changed') return <Badge kind={is_draft ? 'amber' : 'good'} text={`${isDry ? 'Changed' : 'Updated'}, ${stands}`} />;
  if (action === 'duplicate') return <Badge text="Skipped: already in the library" />;
  return <Badge text={action === 'unchanged' ? 'Unchanged' : 'Not updated'} />;
}

function Badge({ kind, text }: { kind?: 'good' | 'amber'; text: string }) {
  return (
    <span className={kind === undefined ? 'badge' : `badge badge-${kind}`}>
      {kind === undefined ? null : <i />}
      {text}
    </span>
  );
}
