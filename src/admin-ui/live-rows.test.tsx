// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import fc from 'fast-check';
import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { click, fill, get, render, until } from '#test/dom.ts';
import { LiveRow, mergeRows, useLiveRows } from './live-rows.tsx';
import { ListSearch, PagedList, useLivePages, usePagedList } from './paged-list.tsx';

const rows = (ids: string, text = 'old') => [...ids].map((id) => ({ id, text }));

/** Shows each updated row in lower case, one as it was in upper case, and one that was removed as `-`. */
function merge(shown: string, fresh: string, hasMore = false, removedBefore = '', pushed = '') {
  const merged = mergeRows({ rows: rows(shown), removed: new Set(removedBefore) }, rows(fresh, 'new'), hasMore, rows(pushed, 'new'));
  const places = merged.rows.map(({ id, text }) => (merged.removed.has(id) ? '-' : text === 'new' ? id : id.toUpperCase())).join('');
  return { places, unseen: merged.unseen, isUnsorted: merged.isUnsorted };
}

test.each([
  ['changed rows stay where they are', 'abc', 'abc', false, 'abc', 0, false],
  ['new rows above others wait', 'abc', 'xaybc', false, 'abc', 2, false],
  ['new rows at the end are added', 'abc', 'abcxy', false, 'abcxy', 0, false],
  ['deleted rows keep their places', 'abc', 'ac', false, 'a-c', 0, false],
  ['rows pushed to the next page stay', 'abc', 'xab', true, 'abC', 1, false],
  ['deleted rows keep their places although there are more', 'abc', 'acd', true, 'a-cd', 0, false],
  ['the last row is deleted, and the next page moves up', 'abc', 'abd', true, 'ab-d', 0, false],
  ['moved rows stay until they are sorted again', 'abc', 'cab', false, 'abc', 0, true],
  ['another list replaces all', 'abc', 'xyz', true, 'xyz', 0, false],
  ['all rows are deleted, and others added', 'abc', 'xy', false, '---xy', 0, false],
  ['the first row waits', '', 'x', false, '', 1, false],
  ['an emptied list keeps all places', 'abc', '', false, '---', 0, false],
])('%s', (_, shown, fresh, hasMore, places, unseen, isUnsorted) => {
  expect(merge(shown, fresh, hasMore)).toEqual({ places, unseen, isUnsorted });
});

test('a removed row stays removed at the end of a page, and is a row again once it is listed', () => {
  expect(merge('abc', 'ab', true, 'c').places).toBe('ab-');
  expect(merge('abc', 'abc', true, 'c').places).toBe('abc');
});

test('rows on the next page are updated, and removed if they are neither there', () => {
  expect(merge('abc', 'xya', true, '', 'bcd')).toEqual({ places: 'abc', unseen: 2, isUnsorted: false });
  expect(merge('abc', 'xya', true, '', 'bd').places).toBe('ab-');
  expect(merge('abc', 'xya', true, 'c', 'bc').places).toBe('abc');
});

test('whatever changes, no row moves relative to the others, and none is shown twice', () => {
  const list = fc.uniqueArray(fc.integer({ min: 0, max: 20 }), { maxLength: 12 });
  fc.assert(
    fc.property(list, list, fc.boolean(), (before, after, hasMore) => {
      const ofIds = (ids: number[]) => ids.map((id) => ({ id }));
      const merged = mergeRows({ rows: ofIds(before), removed: new Set() }, ofIds(after), hasMore);
      const ids = merged.rows.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      const staying = before.filter((id) => after.includes(id));
      if (staying.length > 0 || !hasMore) expect(ids.slice(0, before.length)).toEqual(before);
      expect(after.filter((id) => !ids.includes(id))).toHaveLength(merged.unseen);
      for (const id of merged.removed) expect(after).not.toContain(id);
    }),
  );
});

let stored: { id: number; name: string }[] = [];

beforeEach(() => {
  answerAfterMs = 0;
  window.history.replaceState(null, '');
  stored = [1, 2, 3].map((id) => ({ id, name: `Tale ${id}` }));
  vi.stubGlobal(
    'WebSocket',
    class extends EventTarget {
      static OPEN = 1;
      readyState = 0;
      close() {}
    },
  );
});

/** Time until a notice is followed. */
const NOTICE_DELAY_MS = 300;
let answerAfterMs = 0;

function Tales() {
  const queryKey = ['tales'];
  const queryFn = async () => {
    if (answerAfterMs > 0) await new Promise((resolve) => setTimeout(resolve, answerAfterMs));
    return [...stored];
  };
  const query = useQuery({ queryKey, queryFn });
  const live = useLiveRows('tales', { ...query, queryKey }, query.data ?? []);
  const asPages = { hasNextPage: false, isFetchingNextPage: false, isFetchNextPageError: false, fetchNextPage: async () => {} };
  return (
    <PagedList
      {...{ live, loading: 'Loading', empty: 'Empty', failed: 'Failed', words: ['tale', 'tales'] }}
      query={{ ...query, ...asPages }}
      count={live.rows.length}
    >
      <ul>
        {live.rows.map(({ id, name }) => (
          <LiveRow key={id} as="li" id={id}>
            <button type="button">{name}</button>
          </LiveRow>
        ))}
      </ul>
    </PagedList>
  );
}

const items = () => [...document.querySelectorAll('li')].map((item) => item.className.trim() || item.textContent);
/** As after a notice: rows may have changed. */
const notice = () => act(async () => document.dispatchEvent(new Event('visibilitychange')));

async function renderTales(): Promise<QueryClient> {
  const client = new QueryClient();
  await render(
    <QueryClientProvider client={client}>
      <Tales />
    </QueryClientProvider>,
  );
  await until(() => expect(items()).toHaveLength(3));
  return client;
}

test('a row that somebody else deleted keeps its place and the focus, until a change of one’s own', async () => {
  const client = await renderTales();
  await click(get('button', 'Tale 2'));
  stored.splice(1, 1);
  await notice();
  await until(() => expect(items()).toEqual(['Tale 1', 'is-removed', 'Tale 3']));
  const removed = document.querySelector('.is-removed');
  expect(document.activeElement).toBe(removed);
  expect(removed?.querySelector('.row-removed')?.textContent).toBe('This tale was deleted');
  expect(get('status').textContent).toBe('2 tales, 1 removed');

  stored.splice(0, 1);
  await act(() => client.invalidateQueries({ queryKey: ['tales'] }));
  await until(() => expect(items()).toEqual(['Tale 3']));
  expect(get('status').textContent).toBe('1 tale');
});

test('a change of one’s own is shown as the server has it, also if its notice comes just before the rows are rendered', async () => {
  const client = await renderTales();
  stored.splice(1, 1);
  answerAfterMs = NOTICE_DELAY_MS;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await act(async () => {
    void client.invalidateQueries({ queryKey: ['tales'] });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await act(() => vi.advanceTimersByTimeAsync(2 * NOTICE_DELAY_MS));
  vi.useRealTimers();
  await until(() => expect(items()).toEqual(['Tale 1', 'Tale 3']));
});

const PAGE = 3;

/** Answers `/admin/tales` with pages of three. */
async function answer(url: string): Promise<Response> {
  const after = Number(new URL(url, 'http://localhost').searchParams.get('after'));
  const tales = stored.slice(after, after + PAGE);
  return Response.json({ tales, next: after + PAGE < stored.length ? String(after + PAGE) : null });
}

function PagedTales() {
  const query = usePagedList<{ tales: typeof stored; next: string | null }>('/tales', {}, { isLive: true });
  const live = useLivePages('tales', query, (page) => page.tales);
  return (
    <PagedList
      {...{ query, live, loading: 'Loading', empty: 'Empty', failed: 'Failed', words: ['tale', 'tales'] }}
      count={live.rows.length}
    >
      <ul>
        {live.rows.map(({ id, name }) => (
          <LiveRow key={id} as="li" id={id}>
            {name}
          </LiveRow>
        ))}
      </ul>
    </PagedList>
  );
}

test('rows that new ones pushed to the next page are updated and removed where they are, and the list stays as long as it was', async () => {
  vi.stubGlobal('fetch', vi.fn(answer));
  stored = [1, 2, 3, 4, 5, 6, 7].map((id) => ({ id, name: `Tale ${id}` }));
  await render(
    <QueryClientProvider client={new QueryClient()}>
      <PagedTales />
    </QueryClientProvider>,
  );
  await until(() => expect(items()).toEqual(['Tale 1', 'Tale 2', 'Tale 3']));
  stored = [8, 9, 1, 2, 3, 4].map((id) => ({ id, name: `Tale ${id}, told again` }));
  await notice();
  await until(() => expect(items()).toEqual([1, 2, 3].map((id) => `Tale ${id}, told again`)));
  expect(get('status').textContent).toBe('3 tales so far, 2 new');

  // Nothing has changed on the first page.
  stored = stored.filter(({ id }) => id !== 2).map((tale) => (tale.id === 3 ? { id: 3, name: 'Tale 3, at last' } : tale));
  await notice();
  await until(() => expect(items()).toEqual(['Tale 1, told again', 'is-removed', 'Tale 3, at last']));
  await click(get('button', 'Show 2 new tales'));
  expect(items()).toEqual([8, 9, 1].map((id) => `Tale ${id}, told again`));
});

test('a change that is noticed while the next page loads does not end its request', async () => {
  const held = Promise.withResolvers<void>();
  vi.stubGlobal(
    'fetch',
    vi.fn(async (url: string) => {
      if (url.includes('after=3')) await held.promise;
      return answer(url);
    }),
  );
  stored = [1, 2, 3, 4].map((id) => ({ id, name: `Tale ${id}` }));
  await render(
    <QueryClientProvider client={new QueryClient()}>
      <PagedTales />
    </QueryClientProvider>,
  );
  await until(() => expect(items()).toHaveLength(3));
  await click(get('button', 'Show more'));
  stored = stored.map(({ id }) => ({ id, name: `Tale ${id}, told again` }));
  await notice();
  await act(() => new Promise((resolve) => setTimeout(resolve, 500)));
  held.resolve();
  await until(() => expect(items()).toEqual([1, 2, 3, 4].map((id) => `Tale ${id}, told again`)));
});

test('the number of pages is kept for a reload as soon as they are shown, also while the list is being updated', async () => {
  const next = Promise.withResolvers<void>();
  let requests = 0;
  vi.stubGlobal(
    'fetch',
    vi.fn(async (url: string) => {
      requests += 1;
      if (url.includes('after=3')) await next.promise;
      // The update after the next page does not end.
      return requests < 3 ? answer(url) : new Promise<never>(() => {});
    }),
  );
  stored = [1, 2, 3, 4].map((id) => ({ id, name: `Tale ${id}` }));
  await render(
    <QueryClientProvider client={new QueryClient()}>
      <PagedTales />
    </QueryClientProvider>,
  );
  await until(() => expect(items()).toHaveLength(3));
  await click(get('button', 'Show more'));
  await notice();
  await act(() => new Promise((resolve) => setTimeout(resolve, 500)));
  next.resolve();
  await until(() => expect(items()).toHaveLength(4));
  await until(() => expect(requests).toBe(3));
  expect(window.history.state).toMatchObject({ 'list /tales': { pages: 2 } });
});

test('a search that is about to start does not undo a link followed meanwhile', async () => {
  vi.useFakeTimers();
  const onSearch = vi.fn();
  const search = (shown: (text: string) => void) => <ListSearch label="Search" placeholder="" q="" onSearch={shown} />;
  const rerender = await render(search(onSearch));
  await fill(get('textbox', 'Search'), 'wolf');
  history.pushState(null, '', '?id=2');
  vi.runAllTimers();
  expect(onSearch).not.toHaveBeenCalled();
  const onSearchThere = vi.fn();
  await rerender(search(onSearchThere));
  vi.runAllTimers();
  expect(onSearchThere.mock.calls).toEqual([['wolf']]);
  vi.useRealTimers();
});
