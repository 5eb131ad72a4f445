import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback } from 'react';
import { apiRequest } from '#src/api-client/api-request.ts';
import { urls } from '#src/urls.ts';

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

const GROUPS = [
  {
    name: 'Collection',
    items: [
      { name: 'Tales', href: urls.manageTales() },
      { name: 'Featured', href: urls.manageFeatured() },
      { name: 'Nights', href: urls.manageNights() },
      { name: 'Authors', href: urls.manageAuthors() },
      { name: 'Categories', href: urls.manageCategories() },
      { name: 'Collections', href: urls.manageCollections() },
      { name: 'Images', href: urls.manageMedia() },
      { name: 'Import', href: urls.manageImport() },
    ],
  },
  {
    name: 'Readers',
    items: [
      { name: 'Newsletter', href: urls.manageNewsletter() },
      { name: 'Messages', href: urls.manageInbox() },
      { name: 'Pages', href: urls.managePages() },
      { name: 'Users', href: urls.manageUsers() },
    ],
  },
  {
    name: 'Site',
    items: [
      { name: 'Operations', href: urls.manageOperations() },
      { name: 'Failed emails', href: urls.manageMails() },
      { name: 'Audit log', href: urls.manageLog() },
      { name: 'API keys', href: urls.manageKeys() },
      { name: 'Settings', href: urls.manageSettings() },
    ],
  },
];

/** Navigation between admin screens. `path` is the current screen. */
export function AdminNav({ path }: { path: string }) {
  // On phones the navigation scrolls sideways: keep the current item in view.
  const scrollIntoRow = useCallback((current: HTMLElement | null) => {
    const row = current?.closest('nav');
    if (current && row) row.scrollLeft = current.offsetLeft - row.offsetLeft - (row.clientWidth - current.offsetWidth) / 2;
  }, []);
  return (
    <nav className="staff-nav" aria-label="Manage">
      {GROUPS.map(({ name, items }) => (
        // biome-ignore lint/a11y/useSemanticElements: these are links, not fields.
        <div key={name} className="tabs" role="group" aria-label={name}>
          <span className="caps group-name" aria-hidden="true">
            {name}
          </span>
          {items.map((item) => (
            <a
              key={item.href}
              href={item.href}
              ref={item.href === path ? scrollIntoRow : undefined}
              aria-current={item.href === path ? 'page' : undefined}
            >
              {item.name}
              {item.href === urls.manageInbox() ? <NewMessageCount /> : null}
            </a>
          ))}
        </div>
      ))}
    </nav>
  );
}

/** Number of new messages beside “Messages” in the navigation; nothing while it is 0 or unknown. */
function NewMessageCount() {
  const { data } = useQuery({
    queryKey: ['staff', '/messages/count'],
    queryFn: () => apiRequest<{ new: number }>('GET', '/admin/messages/count'),
    staleTime: STALE_MS,
    retry: false,
  });
  if (data === undefined || data.new === 0) return null;
  return (
    <>
      {' '}
      <span className="figures">
        {data.new} <span className="visually-hidden">new</span>
      </span>
    </>
  );
}
