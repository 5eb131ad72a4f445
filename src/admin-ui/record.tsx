import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { type CSSProperties, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { ApiError, apiRequest, retryUpTo } from '#src/api-client/api-request.ts';
import { useChanges } from '#src/api-client/watch-changes.ts';

/** Paths of records that are deleted here. */
const deletedHere = new Set<string>();

/** Whether a record is or was deleted here. */
export function isDeletedHere(path: string): boolean {
  return deletedHere.has(path);
}

/** Deletes a record. `path` is relative to /admin. It is no longer followed: the notice of the change may arrive before the response. */
export async function deleteRecord(path: string, { query = '', headers = {} }: { query?: string; headers?: Record<string, string> } = {}) {
  deletedHere.add(path);
  try {
    await apiRequest('DELETE', `/admin${path}${query}`, undefined, headers);
  } catch (error) {
    deletedHere.delete(path);
    throw error;
  }
}

/**
 * Queries one record or a whole list. `path` is relative to /admin; null disables the query. `changes`: the channel whose changes of the
 * record `id`, or of any, are followed.
 */
export function useRecord<Data>(path: string | null, { changes = null, id }: { changes?: string | null; id?: string } = {}) {
  const query = useQuery({
    queryKey: ['staff', path],
    queryFn: () => apiRequest<Data>('GET', `/admin${path}`),
    enabled: path !== null,
    staleTime: 0,
    // Never open a form with stale data.
    gcTime: 0,
    // Do not replace data while it is being edited.
    refetchOnWindowFocus: false,
    retry: retryUpTo(3),
  });
  useChanges(path === null ? null : changes, async (ids) => {
    if (isDeletedHere(path ?? '') || (ids !== null && id !== undefined && !ids.has(id))) return;
    const { error } = await query.refetch();
    if (error !== null && !isNotFound(error)) throw error;
  });
  return query;
}

export function isNotFound(error: Error | null): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** Returns a function that caches the record of a response, so that it is shown without another request. */
export function useStoreRecord() {
  const client = useQueryClient();
  return <Data,>(path: string, data: Data) => void client.setQueryData(['staff', path], data);
}

/** Returns the If-Match header for a change to this version. */
export function match(version: number | string): Record<string, string> {
  return { 'If-Match': `"${version}"` };
}

type Props<Data> = { query: UseQueryResult<Data>; loading: string; gone: string; children: (data: Data) => ReactNode };

/** A record with its loading, error and not-found states. One that was deleted while it was open stays, with what was typed into it. */
export function RecordNote<Data>({ query, loading, gone, children }: Props<Data>) {
  const { data, error } = query;
  const isGone = isNotFound(error);
  if (data !== undefined)
    return (
      <>
        {children(data)}
        <RecordNews>{isGone ? `${gone} What you see was loaded before.` : null}</RecordNews>
      </>
    );
  if (error === null)
    return (
      <p className="panel-note" role="status">
        {loading}
      </p>
    );
  return (
    <div className="panel-note" role="alert">
      <p>{isGone ? gone : error.message}</p>
      {isGone ? null : (
        <button type="button" className="btn btn-line" onClick={() => void query.refetch()}>
          Try again
        </button>
      )}
    </div>
  );
}

/**
 * Holds an open record as it is shown, so that nothing moves under the reader. `describe` says what others did to it since, or null if that
 * moves nothing; `show` shows it. The user's own changes, made with `act`, are shown at once, with all others.
 */
export function useHeldRecord<Data>(latest: Data, describe: (held: Data, latest: Data) => string | null) {
  const [held, setHeld] = useState(latest);
  const [acting, setActing] = useState(0);
  const news = held === latest || acting > 0 ? null : describe(held, latest);
  if (news === null && held !== latest) setHeld(latest);
  async function act<Result>(work: () => Promise<Result>): Promise<Result> {
    setActing((count) => count + 1);
    return work().finally(() => setActing((count) => count - 1));
  }
  return { shown: news === null ? latest : held, news, show: () => setHeld(latest), act };
}

/** Longer notes and comments are shown with the record. */
const MAX_NEWS_LENGTH = 200;

/** Offers what others did to a record of `useHeldRecord`. */
export function HeldNews({ news, onShow }: { news: string | null; onShow: () => void }) {
  return (
    <RecordNews>
      {news === null ? null : (
        <>
          <bdi>{news.length > MAX_NEWS_LENGTH ? `${news.slice(0, MAX_NEWS_LENGTH).trimEnd()}…` : news}</bdi>{' '}
          <button type="button" className="link" onClick={onShow}>
            Show
          </button>
        </>
      )}
    </RecordNews>
  );
}

/**
 * What somebody else did to the open record. Floats at the bottom of its parent, or of the window while that is longer, so that nothing
 * moves; at the top while it would cover the field that has the focus.
 */
export function RecordNews({ children }: { children: ReactNode }) {
  const note = useRef<HTMLParagraphElement>(null);
  // The height of the note while it is at the top.
  const [onTop, setOnTop] = useState<number | null>(null);
  const isShown = Boolean(children);
  useLayoutEffect(() => {
    if (!isShown) return;
    const avoidFocus = () => {
      const { activeElement } = document;
      if (note.current === null || activeElement === null || activeElement === document.body) return;
      const [field, text] = [activeElement.getBoundingClientRect(), note.current.getBoundingClientRect()];
      const isCovered = field.top < text.bottom && text.top < field.bottom;
      if (isCovered && !note.current.contains(activeElement)) setOnTop((now) => (now === null ? text.height : null));
    };
    avoidFocus();
    document.addEventListener('focusin', avoidFocus);
    return () => document.removeEventListener('focusin', avoidFocus);
  }, [isShown]);
  return (
    <div
      className={onTop === null ? 'record-news' : 'record-news is-on-top'}
      style={{ '--note-height': `${onTop}px` } as CSSProperties}
      role="status"
    >
      {isShown ? <p ref={note}>{children}</p> : null}
    </div>
  );
}
