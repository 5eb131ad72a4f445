import type { TalePage } from '#src/features/tales/contract.ts';
import { shownOf } from '#src/ui/wording.ts';
import { LoadMore } from './load-more.tsx';
import { TaleCard } from './tale-card.tsx';
import { type LoadPage, useMoreTales } from './use-more-tales.ts';

const FIRST_SCREEN = 4;

type Props = {
  first: TalePage;
  total: { count: number; atLeast: boolean };
  hrefAfter: (after: string) => string;
  load: LoadPage;
};

/** A grid of tales with 'Load More Tales' below it. Give it a key of the list it shows: it keeps what it has loaded. */
export function GrowingGrid({ first, total, hrefAfter, load }: Props) {
  const { tales, next, state, more, grid } = useMoreTales(first, hrefAfter, load);
  return (
    <>
      <div className="grid browse-grid" ref={grid}>
        {tales.map((tale, index) => (
          <TaleCard key={tale.id} tale={tale} eager={index < FIRST_SCREEN} />
        ))}
      </div>
      <p className="visually-hidden" role="status">
        {tales.length > first.tales.length ? shownOf(tales.length, total) : ''}
      </p>
      {next === null ? (
        <p className="more">
          <span className="end">That's every tale... for now.</span>
        </p>
      ) : (
        <LoadMore href={hrefAfter(next)} state={state} onMore={more} />
      )}
    </>
  );
}
