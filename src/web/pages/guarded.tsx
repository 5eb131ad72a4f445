import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { hasUnsavedChanges } from '#src/admin-ui/use-leave-guard.ts';
import { type UserView, useAuthState } from '#src/api-client/current-user.ts';
import { LogOutButton } from '#src/features/accounts/components/log-out-button.tsx';
import { FLASH_MESSAGES } from '#src/features/accounts/flash-messages.ts';
import { mayOpen, PAGES, type Page } from '#src/page-table.ts';
import { navigate } from '#src/ui/navigate.ts';
import { PageLoading } from '#src/ui/skeleton.tsx';
import { toast } from '#src/ui/toast.ts';
import { urls } from '#src/urls.ts';
import { useMatch, usePlace, useRouter } from '../current-page.tsx';
import { shouldRetry } from '../data-cache.ts';

/** After this time without a response the reader counts as signed out. */
const PATIENCE_MS = 3_000;

const FIVE_MINUTES = 5 * 60_000;

/**
 * Limits of the specification: cache entries are dropped after 5 minutes; reads are retried 3 times after 1, 2 and 4 s (at most 30 s);
 * writes are not retried.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      ...{ gcTime: FIVE_MINUTES, staleTime: FIVE_MINUTES },
      // Offline requests fail at once, and the service worker loads the page.
      networkMode: 'always',
      retry: (failures, error) => failures < 3 && shouldRetry(error),
      retryDelay: (attempt) => Math.min(1000 * 2 ** attempt, 30_000),
    },
    mutations: { retry: 0 },
  },
});

export type GuardedPageProps = {
  person: UserView;
  search: Record<string, string | undefined>;
  /** Replaces the URL without a new history entry. */
  show: (href: string) => void;
  /** Navigates to a URL. */
  go: (href: string) => void;
};

/** Wraps a page that needs a signed-in user or a permission, as `access` in the page table says. */
export function guarded(Page: ComponentType<GuardedPageProps>) {
  return function GuardedPage() {
    const { history } = useRouter();
    const { search } = usePlace();
    const show = useCallback((href: string) => void history.replace(href), [history]);
    const push = useCallback((href: string) => void history.push(href), [history]);
    return <Guarded>{(person) => <Page person={person} search={search} show={show} go={push} />}</Guarded>;
  };
}

/**
 * The server guards URLs and data; this reacts when the user logs out or loses the role. A page with input that is not saved stays, with a
 * notice: any request in the background may find that the session has ended.
 */
function Guarded({ children }: { children: (person: UserView) => ReactNode }) {
  const { status, person } = useAuthState();
  const { href: asked, pathname: path } = usePlace();
  const { page, path: own } = useMatch();
  const access = accessOf(page);
  const isLate = useLate(status === 'loading');
  const isOut = status === 'out' || (status === 'loading' && isLate);
  const isRefused = person !== null && !mayOpen(access, person.role);
  // The last user who may open the page, who has typed what is in it.
  const [known, setKnown] = useState<UserView | null>(null);
  if (person !== null && !isRefused && person !== known) setKnown(person);

  const hasInput = useHasInput(asked);
  const [isKept, setKept] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: users leave once, and again if they go back before the next page has loaded
  useEffect(() => {
    // After a logout the user is already being redirected to home. The router knows where to before the browser does.
    if (!isOut || path !== own) return;
    const keeps = known !== null && hasInput();
    setKept(keeps);
    if (!keeps) navigate(urls.login(asked));
  }, [isOut, path]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of the verdict leads away
  useEffect(() => {
    if (!isRefused) return;
    const keeps = known !== null && hasInput();
    setKept(keeps);
    if (keeps) return;
    navigate(urls.home());
    void toast(known === null ? FLASH_MESSAGES.no_access : FLASH_MESSAGES.role_changed);
  }, [isRefused]);

  if (known === null) return <Waiting />;
  return (
    <QueryClientProvider client={queryClient}>
      {children(known)}
      {isKept && (isOut || isRefused) ? <KeptNotice isOut={isOut} /> : null}
    </QueryClientProvider>
  );
}

/** Why what is on the page cannot be saved, and what to do. */
function KeptNotice({ isOut }: { isOut: boolean }) {
  const notice = useRef<HTMLDivElement>(null);
  // After the login in another tab, the focus goes back to where it was.
  useLayoutEffect(() => {
    const [shown, before] = [notice.current, document.activeElement];
    return () => {
      if (shown?.contains(document.activeElement) && before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <div className="notices" role="alert" ref={notice}>
      <p className="notice-line">
        <span>
          {isOut ? 'You have been logged out' : FLASH_MESSAGES.role_changed.title}. Your changes are still here.
          {isOut ? '' : ' Copy them, or ask an administrator.'}
        </span>
        {isOut ? (
          <a className="link" href={urls.login()} target="_blank" rel="noreferrer">
            Log in in another tab
          </a>
        ) : null}
      </p>
    </div>
  );
}

const INPUTS = 'textarea, select, [contenteditable], input:not([type="search"])';

/** Returns a function that tells whether leaving the page loses changes: those of a leave guard, or anything typed since `href` was opened. */
function useHasInput(href: string): () => boolean {
  const typedAt = useRef<string | null>(null);
  useEffect(() => {
    const onInput = ({ target }: Event) => {
      // Searches and filters are in the URL.
      if (target instanceof Element && target.matches(INPUTS) && target.closest('search') === null) typedAt.current = href;
    };
    document.addEventListener('input', onInput);
    return () => document.removeEventListener('input', onInput);
  }, [href]);
  return () => typedAt.current === href || hasUnsavedChanges();
}

function accessOf(page: keyof typeof PAGES | undefined): Page['access'] {
  const row: Page | undefined = page && PAGES[page];
  return row?.access;
}

function useLate(isWaiting: boolean): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setLate(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [isWaiting]);
  return isLate;
}

function Waiting() {
  return (
    <>
      <PageLoading />
      <noscript>
        <div className="page gate-note">
          <p>This page needs JavaScript. Reading, searching, and logging in and out work without it.</p>
          <LogOutButton className="btn btn-line" />
        </div>
      </noscript>
    </>
  );
}
