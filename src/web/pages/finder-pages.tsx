/** Tale finder, tale of the day and versions of a tale. */
import '#src/ui/styles/evening/index.css';
import '#src/ui/styles/versions/index.css';
import { useLoaderData } from '@tanstack/react-router';
import type { TaleFinderView } from '#src/features/tale-finder/contract.ts';
import type { TaleFinderQuery } from '#src/features/tale-finder/finder-query.ts';
import { TaleFinderPage } from '#src/features/tale-finder/pages/tale-finder-page.tsx';
import type { TaleOfTheDayView } from '#src/features/tale-of-the-day/contract.ts';
import { TaleOfTheDayPage } from '#src/features/tale-of-the-day/pages/tale-of-the-day-page.tsx';
import type { TaleTypeView } from '#src/features/tale-types/contract.ts';
import { ComparisonPage, TaleTypePage } from '#src/features/tale-types/pages/tale-type-pages.tsx';
import { type LoadedValue, LoadResult } from '../load-result.tsx';

export function HowLong() {
  const loaded = useLoaderData({ strict: false }) as LoadedValue<{ query: TaleFinderQuery; view: TaleFinderView }> | undefined;
  return loaded === undefined ? null : (
    <LoadResult of={loaded}>{({ query, view }) => <TaleFinderPage query={query} view={view} />}</LoadResult>
  );
}

export function Tonight() {
  const loaded = useLoaderData({ strict: false }) as LoadedValue<TaleOfTheDayView> | undefined;
  return loaded === undefined ? null : <LoadResult of={loaded}>{(view) => <TaleOfTheDayPage view={view} />}</LoadResult>;
}

export function TaleType() {
  const loaded = useLoaderData({ strict: false }) as LoadedValue<TaleTypeView> | undefined;
  return loaded === undefined ? null : (
    <LoadResult of={loaded}>
      {(type) => {
        const { comparison } = type;
        const key = comparison?.versions.map(({ slug }) => slug).join();
        return comparison ? <ComparisonPage key={key} type={type} comparison={comparison} /> : <TaleTypePage type={type} />;
      }}
    </LoadResult>
  );
}
