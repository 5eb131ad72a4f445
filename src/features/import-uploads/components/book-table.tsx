import { Fragment, useId, useState } from 'react';
import { Icon } from '#src/ui/icon.tsx';
import { formatCount } from '#src/ui/wording.ts';
import type { ImportBook, ImportRun } from '../contract.ts';
import { BookTales, type TaleChoice } from './book-tales.tsx';
import { COUNTED, type Counts, sumOf } from './sums.ts';
import { useMore } from './use-more.ts';

const STEP = 50;

type Written = { isDry: boolean; run: ImportRun | undefined; choice: TaleChoice | undefined };

/** Books that were read, what becomes of their tales in numbers, and each opened. */
export function BookTable({ books, ...written }: { books: readonly ImportBook[] } & Written) {
  const { shown, more, showMore } = useMore(books, STEP);
  return (
    <>
      <table className="table import-table">
        <thead>
          <tr>
            <th scope="col">Book</th>
            {COUNTED.map(([name, words]) => (
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
              <CountCells counts={sumOf(books)} />
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
        <td colSpan={COUNTED.length + 1}>{isOpen ? <BookTales book={book} {...written} /> : null}</td>
      </tr>
    </Fragment>
  );
}

function CountCells({ counts }: { counts: Counts }) {
  return COUNTED.map(([name, words]) => (
    <td key={name} className={counts[name] === 0 ? 'figures is-none' : 'figures'} data-label={words}>
      {formatCount(counts[name])}
    </td>
  ));
}
