import { type ComponentType, createContext, useContext, useEffect, useRef, useState } from 'react';
import type { ListRange } from '#src/features/tales/browse-query.ts';
import type { TaleCard as Tale, TalePage } from '#src/features/tales/contract.ts';
import { formatShownOf } from '#src/ui/format.ts';
import { Icon } from '#src/ui/icon.tsx';
import { MAX_PAGES } from '../browse-query.ts';
import { TaleCard } from './tale-card.tsx';

type FinishedFilter = { finished: ReadonlySet<string>; isOn: boolean; turn: (on: boolean) => void };

/** What the reader's library adds to lists. The pages with lists provide it, for server and browser alike. */
type FinishedFilterSlots = {
  /** The tales a reader has finished, and whether lists hide them. */
  useFinishedFilter: () => FinishedFilter;
  HideFinished: ComponentType<Omit<FinishedFilter, 'finished'> & { hidden: number; isEmpty: boolean }>;
};

const NONE_FINISHED: FinishedFilter = { finished: new Set(), isOn: false, turn: () => {} };

export const FinishedFilterSlots = createContext<FinishedFilterSlots>({
  useFinishedFilter: () => NONE_FINISHED,
  HideFinished: () => null,
});

const EAGER_COVERS = 4;

/** Four tales per row. `first`: the grid is in the first viewport, so its covers load eagerly. */
export function TaleGrid({ tales, first = false, className = 'grid' }: { tales: readonly Tale[]; first?: boolean; className?: string }) {
  return (
    <div className={className}>
      {tales.map((tale, index) => (
        <TaleCard key={tale.id} tale={tale} eager={first && index < EAGER_COVERS} />
      ))}
    </div>
  );
}

type Props = {
  first: TalePage;
  total: { count: number; atLeast: boolean };
  range: ListRange;
  hrefAt: (range: ListRange) => string;
} & PaginationProps;

/** Grid of tales with a “Load More Tales” button. Holds the loaded tales in state: give it a key that identifies the list. */
export function PaginatedGrid({ total, ...options }: Props) {
  const { tales, next, state, more, grid } = useMoreTales(options);
  const { useFinishedFilter, HideFinished } = useContext(FinishedFilterSlots);
  const { finished, isOn, turn } = useFinishedFilter();
  const shown = isOn ? tales.filter(({ id }) => !finished.has(id)) : tales;
  return (
    <>
      <div className="grid browse-grid growing-grid" ref={grid}>
        {shown.map((tale, index) => (
          <TaleCard key={tale.id} tale={tale} eager={index < EAGER_COVERS} />
        ))}
      </div>
      <p className="visually-hidden" role="status">
        {tales.length > options.first.tales.length ? formatShownOf(tales.length, total) : ''}
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

/** `onGrow` receives all tales shown after a page was added, and the new range. */
export type PaginationProps = { loadMore: (after: string) => Promise<TalePage>; onGrow: (range: ListRange, shown: TalePage) => void };

type Options = PaginationProps & { first: TalePage; range: ListRange; hrefAt: (range: ListRange) => string };

/**
 * State of a list that grows by pages. `more` appends the next page, focuses its first card and updates the URL, so that a reload or going
 * back shows as many tales; it is undefined once the list has MAX_PAGES pages.
 */
function useMoreTales({ first, range, hrefAt, loadMore, onGrow }: Options) {
  const [{ tales, next, pages }, setShown] = useState({ ...first, pages: range.pages });
  const [state, setState] = useState<LoadMoreState>('ready');
  const grid = useRef<HTMLDivElement>(null);
  const added = useRef<string[]>([]);

  useEffect(() => {
    // Finished tales may be hidden.
    const fresh = tales.filter(({ id }) => added.current.includes(id));
    const links = fresh.map(({ id }) => grid.current?.querySelector<HTMLElement>(`[data-tale="${id}"] h3 a`));
    links.find((link) => link)?.focus();
    added.current = [];
  }, [tales]);

  async function more(): Promise<void> {
    if (next === null) return;
    setState('busy');
    try {
      const page = await loadMore(next);
      added.current = page.tales.map(({ id }) => id);
      const shown = { tales: [...tales, ...page.tales], next: page.next };
      const grown = { after: range.after, pages: pages + 1 };
      setShown({ ...shown, pages: grown.pages });
      setState('ready');
      onGrow(grown, shown);
      replaceUrl(hrefAt(grown));
    } catch {
      setState('failed');
    }
  }

  return { tales, next, state, more: pages < MAX_PAGES ? more : undefined, grid };
}

/** Changes the URL without a navigation: the router does not follow. */
function replaceUrl(href: string): void {
  window.history.replaceState(window.history.state, '', href);
}

type LoadMoreState = 'ready' | 'busy' | 'failed';
/** Without `onMore` the link loads the next page. */
type LoadMoreProps = { href: string; state: LoadMoreState; onMore: (() => void) | undefined };

/** Link to the next page; with JavaScript it appends the page instead. */
function LoadMore({ href, state, onMore }: LoadMoreProps) {
  return (
    <div className="more">
      {state === 'failed' ? (
        <p className="wrong" role="alert">
          <Icon name="warning" />
          Couldn't load more tales. Please try again.
        </p>
      ) : null}
      <a
        className="btn btn-line btn-lg"
        href={href}
        aria-busy={state === 'busy'}
        onClick={(event) => {
          if (onMore === undefined || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
          event.preventDefault();
          if (state !== 'busy') onMore();
        }}
      >
        {state === 'busy' ? <span className="spinner" /> : null}
        {state === 'failed' ? 'Try again' : 'Load More Tales'}
      </a>
    </div>
  );
}
