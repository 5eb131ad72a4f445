import { type FormEvent, type MouseEvent, useRef, useState } from 'react';
import { ageLabel, browseHref, countFilters, minutesLabel, queryFromForm, withoutFilters } from '#src/features/tales/browse-changes.ts';
import { type BrowseQuery, writeBrowseQuery } from '#src/features/tales/browse-query.ts';
import type { TaleList } from '#src/features/tales/contract.ts';
import { afterPaint } from '#src/ui/after-paint.ts';
import { useDismissDetails } from '#src/ui/dismiss.ts';
import { go } from '#src/ui/go.ts';
import { Icon } from '#src/ui/icon.tsx';
import { talesCount } from '#src/ui/wording.ts';
import { type Choice, FilterChoices } from './filter-choices.tsx';
import { QueryFields } from './query-fields.tsx';

/** Asks what a state of the filters would leave; its counts then stand in the panel before anything is applied. */
export type Preview = (query: BrowseQuery) => Promise<TaleList>;

type Props = { query: BrowseQuery; list: TaleList; preview?: Preview | undefined };

/** The Filter button and its panel: a disclosure with a GET form. */
export function FilterPanel({ query, list, preview }: Props) {
  const panel = useRef<HTMLDetailsElement>(null);
  const close = useDismissDetails(panel, { staysOpen: true });
  const set = countFilters(query);

  /** In the frame after the one that answers: it is large. */
  function toggle(event: MouseEvent): void {
    event.preventDefault();
    afterPaint(() => panel.current?.toggleAttribute('open'));
  }

  return (
    <details className="filter" ref={panel}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button, which Enter and Space press */}
      <summary className="btn btn-line btn-filter" onClick={toggle}>
        <Icon name="filter" />
        <span className="word">Filter</span>
        {set > 0 ? (
          <span className="pip">
            {set}
            <span className="visually-hidden"> set</span>
          </span>
        ) : null}
      </summary>
      <FilterForm key={writeBrowseQuery(query)} query={query} list={list} preview={preview} close={close} />
    </details>
  );
}

function FilterForm({ query, list, preview, close }: Props & { close: () => void }) {
  const { draft, seen, change } = useDraft(query, list, preview);

  function apply(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const wanted = queryFromForm(new FormData(event.currentTarget));
    close();
    go(browseHref(wanted));
  }

  return (
    <form className="filters sheet-rule" action="/tales" method="get" aria-label="Filters" onSubmit={apply} onChange={change}>
      <QueryFields query={query} without={['filters', 'sort']} />
      <Groups draft={draft} list={seen} />
      <div className="filters-end">
        <a className="btn btn-quiet" href={browseHref(withoutFilters(query))} onClick={close}>
          Clear all
        </a>
        <button type="submit" className="btn btn-solid">
          Show {talesCount(seen.total.count, seen.total.atLeast)}
        </button>
      </div>
    </form>
  );
}

/** What is ticked but not yet applied, and the counts that go with it. Of answers that cross, the last asked wins. */
function useDraft(query: BrowseQuery, list: TaleList, preview: Preview | undefined) {
  const [draft, setDraft] = useState(query);
  const [seen, setSeen] = useState(list);
  const asked = useRef(0);

  async function change(event: FormEvent<HTMLFormElement>): Promise<void> {
    const wanted = queryFromForm(new FormData(event.currentTarget));
    setDraft(wanted);
    if (!preview) return;
    asked.current += 1;
    const mine = asked.current;
    const answer = await preview(wanted).catch(() => null);
    if (answer && mine === asked.current) setSeen(answer);
  }

  return { draft, seen, change };
}

function Groups({ draft, list }: { draft: BrowseQuery; list: TaleList }) {
  const { facets } = list;
  const minutes: Choice[] = facets.minutes.map((option) => ({ ...option, label: minutesLabel(Number(option.value)) }));
  const ages: Choice[] = facets.age.map((option) => ({ ...option, label: ageLabel(option.value) }));
  const chosen = draft.minutes === null ? '' : String(draft.minutes);
  return (
    <>
      <FilterChoices
        name="minutes"
        title="Reading time"
        single
        options={[{ value: '', label: 'Any length' }, ...minutes]}
        chosen={[chosen]}
      />
      <FilterChoices name="author" title="Author" options={facets.author} chosen={draft.author} />
      <FilterChoices name="sort" title="Order" single options={sortOptions(draft.q !== '')} chosen={[draft.sort]} />
      <FilterChoices name="age" title="Age" options={ages} chosen={draft.age} />
      <FilterChoices name="origin" title="Origin" options={facets.origin} chosen={draft.origin} />
      <FilterChoices name="language" title="Language" options={facets.language} chosen={draft.language} />
    </>
  );
}

function sortOptions(searching: boolean): Choice[] {
  const orders = [
    { value: 'newest', label: 'Newest first' },
    { value: 'title', label: 'Title, A to Z' },
    { value: 'shortest', label: 'Shortest first' },
    { value: 'longest', label: 'Longest first' },
  ];
  return searching ? [{ value: 'relevance', label: 'Best match first' }, ...orders] : orders;
}
