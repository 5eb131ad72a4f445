import { type ReactNode, useCallback } from 'react';
import { NewLetters } from '#src/features/contact/components/new-letters.tsx';
import { urls } from '#src/urls.ts';

const PLACES = [
  { name: 'Tales', href: urls.manageTales() },
  { name: 'Featured', href: urls.manageFeatured() },
  { name: 'Authors', href: urls.manageAuthors() },
  { name: 'Categories', href: urls.manageCategories() },
  { name: 'Collections', href: urls.manageCollections() },
  { name: 'Pictures', href: urls.manageMedia() },
  { name: 'Newsletter', href: urls.manageNewsletter() },
  { name: 'Import', href: urls.manageImport() },
  { name: 'Pages', href: urls.managePages() },
  { name: 'Inbox', href: urls.manageInbox() },
  { name: 'Users', href: urls.manageUsers() },
  { name: 'Mails', href: urls.manageMails() },
  { name: 'Log', href: urls.manageLog() },
  { name: 'API keys', href: urls.manageKeys() },
  { name: 'Operations', href: urls.manageOperations() },
];

type Props = { title: string; lede: string; path: string; children: ReactNode };

/** What most screens of administrators stand in: a heading, the ways between them, and a panel. */
export function StaffFrame(props: Props) {
  return (
    <StaffPage {...props}>
      <section className="panel" aria-label={props.title}>
        {props.children}
      </section>
    </StaffPage>
  );
}

/** The same without the panel. `className` adds to the page's classes. */
export function StaffPage({ title, lede, path, className = '', children }: Props & { className?: string }) {
  // On a phone the ways are wider than the screen: the one taken stands in sight.
  const show = useCallback((taken: HTMLElement | null) => {
    const row = taken?.parentElement;
    if (row) row.scrollLeft = taken.offsetLeft - (row.clientWidth - taken.offsetWidth) / 2;
  }, []);
  return (
    <div className={`page manage ${className}`.trim()}>
      <div className="manage-head">
        <h1>{title}</h1>
        <p className="lede">{lede}</p>
      </div>
      <nav className="tabs" aria-label="Manage">
        {PLACES.map(({ name, href }) => (
          <a key={href} href={href} ref={href === path ? show : undefined} aria-current={href === path ? 'page' : undefined}>
            {name}
            {href === urls.manageInbox() ? <NewLetters /> : null}
          </a>
        ))}
      </nav>
      {children}
    </div>
  );
}
