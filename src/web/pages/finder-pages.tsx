/** Tale finder, tale of the day and versions of a tale. */
import '#src/ui/styles/browse/index.css';
import '#src/ui/styles/evening/index.css';
import '#src/ui/styles/versions/index.css';
import { TaleFinderPage } from '#src/features/tale-finder/pages/tale-finder-page.tsx';
import { TaleOfTheDayPage } from '#src/features/tale-of-the-day/pages/tale-of-the-day-page.tsx';
import { ComparisonPage, TaleTypePage } from '#src/features/tale-types/pages/tale-type-pages.tsx';
import { LoadResult, useLoaded } from '../current-page.tsx';
import type { load } from '../loaders.ts';

export function HowLong() {
  return <LoadResult of={useLoaded<typeof load.howLong>()}>{({ query, view }) => <TaleFinderPage query={query} view={view} />}</LoadResult>;
}

export function Tonight() {
  return <LoadResult of={useLoaded<typeof load.tonight>()}>{(view) => <TaleOfTheDayPage view={view} />}</LoadResult>;
}

export function TaleType() {
  return (
    <LoadResult of={useLoaded<typeof load.taleType>()}>
      {(type) => {
        const { comparison } = type;
        const key = comparison?.versions.map(({ slug }) => slug).join();
        return comparison ? <ComparisonPage key={key} type={type} comparison={comparison} /> : <TaleTypePage type={type} />;
      }}
    </LoadResult>
  );
}
