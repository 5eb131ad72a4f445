import type { ReactNode } from 'react';
import { urls } from '#src/urls.ts';

const PLACES = [
  { name: 'Tales', href: urls.manageTales() },
  { name: 'Users', href: urls.manageUsers() },
  { name: 'Mails', href: urls.manageMails() },
  { name: 'Log', href: urls.manageLog() },
];

type Props = { title: string; lede: string; path: string; children: ReactNode };

/** What all screens of administrators stand in: a heading, the ways between them, and a panel. */
export function StaffFrame({ title, lede, path, children }: Props) {
  return (
    <div className="page manage">
      <div className="manage-head">
        <h1>{title}</h1>
        <p className="lede">{lede}</p>
      </div>
      <nav className="tabs" aria-label="Manage">
        {PLACES.map(({ name, href }) => (
          <a key={href} href={href} aria-current={href === path ? 'page' : undefined}>
            {name}
          </a>
        ))}
      </nav>
      <section className="panel" aria-label={title}>
        {children}
      </section>
    </div>
  );
}
