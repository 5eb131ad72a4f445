import { talesCount } from '#src/ui/wording.ts';
import type { ImportBook, ImportTale } from '../contract.ts';
import { useMore } from './use-more.ts';

const STEP = 25;

/** A book opened: what of it is not taken, and its tales, each with what becomes of it and why. */
export function BookTales({ book, isDry }: { book: ImportBook; isDry: boolean }) {
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
          {talesCount(gone)} of before {gone === 1 ? 'is' : 'are'} in this book no more; {gone === 1 ? 'it stays' : 'they stay'}.
        </p>
      ) : null}
      <ul>
        {shown.map((tale, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a book may have several tales of one title, and their order stays
          <li key={index}>
            <b>
              <bdi>{tale.title}</bdi>
            </b>
            <TaleBadge tale={tale} isDry={isDry} />
            {tale.why.length === 0 ? null : <small>{tale.why.join(' ')}</small>}
          </li>
        ))}
      </ul>
      {more > 0 ? (
        <button type="button" className="btn btn-line btn-sm" onClick={showMore}>
          Show {more} more
        </button>
      ) : null}
      {tales.length < found && more === 0 ? (
        <p className="import-note">
          Of {talesCount(found)} these are the {tales.length} that deserve a look first.
        </p>
      ) : null}
    </div>
  );
}

function TaleBadge({ tale: { deed, is_draft }, isDry }: { tale: ImportTale; isDry: boolean }) {
  const stands = is_draft ? 'draft' : 'published';
  if (deed === 'new') return <Badge kind={is_draft ? 'amber' : 'good'} text={`New, ${stands}`} />;
  if (deed === 'changed')
    return <Badge kind={is_draft ? 'amber' : 'good'} text={`${isDry ? 'Changed' : 'Brought up to date'}, ${stands}`} />;
  if (deed === 'duplicate') return <Badge text="Left out, there already" />;
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
