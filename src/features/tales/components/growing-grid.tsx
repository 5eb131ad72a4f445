import { useFinishedFilter } from '#src/features/bookshelf/components/finished-filter.ts';
import { HideFinished } from '#src/features/bookshelf/components/hide-finished.tsx';
import type { ListPlace } from '#src/features/tales/browse-query.ts';
import type { TalePage } from '#src/features/tales/contract.ts';
import { shownOf } from '#src/ui/wording.ts';
import { LoadMore } from './load-more.tsx';
import { TaleCard } from './tale-card.tsx';
import { type Growing, useMoreTales } from './use-more-tales.ts';

const FIRST_SCREEN = 4;

type Props = {
  first: TalePage;
  total: { count: number; atLeast: boolean };
  place: ListPlace;
  hrefAt: (place: ListPlace) => string;
} & Growing;

/** A grid of tales with 'Load More Tales' below it. Give it a key of the list it shows: it keeps what it has loaded. */
export function GrowingGrid({ total, ...options }: Props) {
  const { tales, next, state, more, grid } = useMoreTales(options);
  const { finished, isOn, turn } = useFinishedFilter();
  const shown = isOn ? tales.filter(({ id }) => !finished.has(id)) : tales;
  return (
    <>
      <div className="grid browse-grid growing-grid" ref={grid}>
        {shown.map((tale, index) => (
          <TaleCard key={tale.id} tale={tale} eager={index < FIRST_SCREEN} />
        ))}
      </div>
      <p className="visually-hidden" role="status">
        {tales.length > options.first.tales.length ? shownOf(tales.length, total) : ''}
      </p>
      {finished.size > 0 ? (
        <HideFinished isOn={isOn} turn={turn} hidden={tales.length - shown.length} isEmpty={shown.length === 0} />
      ) : null}
      {next === null ? (
        <p className="more">
          <span className="end">That's every tale... for now.</span>
        </p>
      ) : (
        <LoadMore href={options.hrefAt({ after: next, pages: 1 })} state={state} onMore={more} />
      )}
    </>
  );
}
