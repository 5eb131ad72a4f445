import { useCallback } from 'react';
import { NewLetters } from '#src/features/contact/components/new-letters.tsx';
import { urls } from '#src/urls.ts';

const GROUPS = [
  {
    name: 'Collection',
    places: [
      { name: 'Tales', href: urls.manageTales() },
      { name: 'Featured', href: urls.manageFeatured() },
      { name: 'Nights', href: urls.manageNights() },
      { name: 'Authors', href: urls.manageAuthors() },
      { name: 'Categories', href: urls.manageCategories() },
      { name: 'Collections', href: urls.manageCollections() },
      { name: 'Pictures', href: urls.manageMedia() },
      { name: 'Import', href: urls.manageImport() },
    ],
  },
  {
    name: 'Readers',
    places: [
      { name: 'Newsletter', href: urls.manageNewsletter() },
      { name: 'Inbox', href: urls.manageInbox() },
      { name: 'Pages', href: urls.managePages() },
      { name: 'Users', href: urls.manageUsers() },
    ],
  },
  {
    name: 'Site',
    places: [
      { name: 'Operations', href: urls.manageOperations() },
      { name: 'Mails', href: urls.manageMails() },
      { name: 'Log', href: urls.manageLog() },
      { name: 'API keys', href: urls.manageKeys() },
      { name: 'Settings', href: urls.manageSettings() },
    ],
  },
];

/** The ways between the screens of administrators. `path`: of the screen that is shown. */
export function StaffNav({ path }: { path: string }) {
  // On a phone the ways are wider than the screen: the one taken stands in sight.
  const show = useCallback((taken: HTMLElement | null) => {
    const row = taken?.closest('nav');
    if (taken && row) row.scrollLeft = taken.offsetLeft - row.offsetLeft - (row.clientWidth - taken.offsetWidth) / 2;
  }, []);
  return (
    <nav className="staff-nav" aria-label="Manage">
      {GROUPS.map(({ name, places }) => (
        // biome-ignore lint/a11y/useSemanticElements: these are links, not fields.
        <div key={name} className="tabs" role="group" aria-label={name}>
          <span className="caps group-name" aria-hidden="true">
            {name}
          </span>
          {places.map((place) => (
            <a
              key={place.href}
              href={place.href}
              ref={place.href === path ? show : undefined}
              aria-current={place.href === path ? 'page' : undefined}
            >
              {place.name}
              {place.href === urls.manageInbox() ? <NewLetters /> : null}
            </a>
          ))}
        </div>
      ))}
    </nav>
  );
}
