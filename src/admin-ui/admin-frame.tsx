import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback } from 'react';
import { apiRequest } from '#src/api-client/api-request.ts';
import { useCurrentUser } from '#src/api-client/current-user.ts';
import { useChanges } from '#src/api-client/watch-changes.ts';
import { mayOpen, PAGES, type Page, type PageId } from '#src/page-table.ts';

type Props = { title: string; lede: string; path: string; children: ReactNode };

/** Page frame of most admin screens: heading, navigation and a panel. */
export function AdminFrame(props: Props) {
  return (
    <AdminPage {...props}>
      <section className="panel" aria-label={props.title}>
        {props.children}
      </section>
    </AdminPage>
  );
}

/** AdminFrame without the panel. */
export function AdminPage({ title, lede, path, className = '', children }: Props & { className?: string }) {
  return (
    <div className={`page manage ${className}`.trim()}>
      <div className="manage-head">
        <h1>{title}</h1>
        <p className="lede">{lede}</p>
      </div>
      <AdminNav path={path} />
      {children}
    </div>
  );
}

const STALE_MS = 60_000;

type NavItem = { name: string; page: PageId };

/** `page`: decides who sees the item. */
const GROUPS: readonly { name: string; items: readonly NavItem[] }[] = [
  {
    name: 'Collection',
    items: [
      { name: 'Tales', page: 'manageTales' },
      { name: 'Calendar', page: 'manageCalendar' },
      { name: 'Submissions', page: 'manageSubmissions' },
      { name: 'Featured', page: 'manageFeatured' },
      { name: 'Nights', page: 'manageNights' },
      { name: 'Authors', page: 'manageAuthors' },
      { name: 'Categories', page: 'manageCategories' },
      { name: 'Collections', page: 'manageCollections' },
      { name: 'Images', page: 'manageMedia' },
      { name: 'Files', page: 'manageFiles' },
      { name: 'Import', page: 'manageImport' },
    ],
  },
  {
    name: 'Readers',
    items: [
      { name: 'Newsletter', page: 'manageNewsletter' },
      { name: 'Messages', page: 'manageInbox' },
      { name: 'Suggestions', page: 'manageSuggestions' },
      { name: 'Pages', page: 'managePages' },
      { name: 'Users', page: 'manageUsers' },
    ],
  },
  {
    name: 'Site',
    items: [
      { name: 'Operations', page: 'manageOperations' },
      { name: 'Failed emails', page: 'manageMails' },
      { name: 'Audit log', page: 'manageLog' },
      { name: 'API keys', page: 'manageKeys' },
      { name: 'Webhooks', page: 'manageWebhooks' },
      { name: 'Functions', page: 'manageFunctions' },
      { name: 'Settings', page: 'manageSettings' },
    ],
  },
];

/** The groups with the screens that a role may open. */
function navigationFor(role: string | undefined) {
  const isOpen = ({ page }: NavItem) => {
    const { access }: Page = PAGES[page];
    return mayOpen(access, role);
  };
  return GROUPS.map(({ name, items }) => ({ name, items: items.filter(isOpen) })).filter(({ items }) => items.length > 0);
}

/** Navigation between admin screens. `path` is the current screen. */
export function AdminNav({ path }: { path: string }) {
  // On phones the navigation scrolls sideways: keep the current item in view.
  const scrollIntoRow = useCallback((current: HTMLElement | null) => {
    const row = current?.closest('nav');
    if (current && row) row.scrollLeft = current.offsetLeft - row.offsetLeft - (row.clientWidth - current.offsetWidth) / 2;
  }, []);
  return (
    <nav className="staff-nav" aria-label="Manage">
      {navigationFor(useCurrentUser()?.role).map(({ name, items }) => (
        // biome-ignore lint/a11y/useSemanticElements: these are links, not fields.
        <div key={name} className="tabs" role="group" aria-label={name}>
          <span className="caps group-name" aria-hidden="true">
            {name}
          </span>
          {items.map(({ name: title, page }) => (
            <a
              key={page}
              href={PAGES[page].path}
              ref={PAGES[page].path === path ? scrollIntoRow : undefined}
              aria-current={PAGES[page].path === path ? 'page' : undefined}
            >
              {title}
              {page === 'manageInbox' ? <NewCount of="messages" word="new" /> : null}
              {page === 'manageSuggestions' ? <NewCount of="suggestions" word="open" /> : null}
              {page === 'manageSubmissions' ? <NewCount of="submissions" word="new" /> : null}
            </a>
          ))}
        </div>
      ))}
    </nav>
  );
}

/** Number of entries to look at, beside their name in the navigation; nothing while it is 0 or unknown. */
function NewCount<Word extends string>({ of, word }: { of: string; word: Word }) {
  const { data, refetch } = useQuery({
    queryKey: ['staff', `/${of}/count`],
    queryFn: () => apiRequest<Record<Word, number>>('GET', `/admin/${of}/count`),
    staleTime: STALE_MS,
    retry: false,
  });
  useChanges(of, () => refetch({ throwOnError: true }));
  if (data === undefined || data[word] === 0) return null;
  return (
    <>
      {' '}
      <span className="figures">
        {data[word]} <span className="visually-hidden">{word}</span>
      </span>
    </>
  );
}
