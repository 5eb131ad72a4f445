import type { ReactNode } from 'react';
import { formatCount } from '#src/ui/format.ts';
import { Icon } from '#src/ui/icon.tsx';
import type { ImportReport, ImportRun } from '../contract.ts';
import { BookTable, type TaleChoice } from './book-table.tsx';
import { useShowMore } from './import-parts.tsx';

const STEP = 20;
const SKIP_REASONS: Record<string, string> = {
  unknown: 'unsupported type',
  zip: 'nested archive',
  link: 'symbolic link',
  picture: 'media or stylesheet',
  about: 'describes the folder',
  hidden: 'hidden or system file',
  export: 'other part of the export',
};

/** `run`: the run that wrote the tales, if known. */
type Props = { report: ImportReport; run?: ImportRun | undefined; choice?: TaleChoice; children?: ReactNode };

/** All details of a report: rejected files, `children`, books with tales, skipped files. */
export function ReportDetails({ report: { books, problems, left, is_dry }, run, choice, children }: Props) {
  const refused = [
    ...problems.map((why) => ({ name: '', why })),
    ...books.flatMap(({ outcome, file, problem }) => (outcome === 'failed' ? [{ name: file, why: problem ?? '' }] : [])),
  ];
  const read = books.filter(({ outcome }) => outcome === 'read');
  const known = books.filter(({ outcome }) => outcome === 'unchanged').map(({ file }) => ({ name: file, why: '' }));
  return (
    <>
      {refused.length === 0 ? null : (
        <section className="import-refused" aria-label="Could not be read">
          <h3>
            <Icon name="warning" />
            Could not be read
          </h3>
          <NamedLines lines={refused} />
        </section>
      )}
      {children}
      {read.length === 0 ? null : <BookTable books={read} isDry={is_dry} run={run} choice={choice} />}
      {known.length === 0 ? null : <More words={`${formatCount(known.length)} unchanged since the last import`} lines={known} />}
      {left.length === 0 ? null : (
        <More
          words={`Skipped files in ZIP archives: ${formatCount(left.length)}`}
          lines={left.map(({ name, why }) => ({ name, why: SKIP_REASONS[why] ?? why }))}
        />
      )}
    </>
  );
}

function More({ words, lines }: { words: string; lines: readonly { name: string; why: string }[] }) {
  return (
    <details className="import-more-facts">
      <summary>{words}</summary>
      <NamedLines lines={lines} />
    </details>
  );
}

function NamedLines({ lines }: { lines: readonly { name: string; why: string }[] }) {
  const { shown, more, showMore } = useShowMore(lines, STEP);
  return (
    <>
      <ul className="import-lines">
        {shown.map(({ name, why }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two files may be of one name, and their order stays
          <li key={index}>
            {name === '' ? null : (
              <b>
                <bdi>{name}</bdi>
              </b>
            )}{' '}
            {why}
          </li>
        ))}
      </ul>
      {more > 0 ? (
        <button type="button" className="btn btn-line btn-sm" onClick={showMore}>
          Show {more} more
        </button>
      ) : null}
    </>
  );
}
