import { useEffect, useRef } from 'react';
import { useCurrentUser } from '#src/api-client/current-user.ts';
import { SearchBox } from '#src/features/search/components/search-box.tsx';
import type { Suggest } from '#src/features/search/components/suggestions.ts';
import { BrandMark } from '#src/ui/artwork.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { useSite } from '#src/ui/site.ts';
import { urls } from '#src/urls.ts';
import { MobileMenu } from './mobile-menu.tsx';
import { ariaCurrent, mainNavigation } from './nav-links.tsx';
import { PersonMenu } from './person-menu.tsx';

const BAR_SEARCH = 'bar-search';
const MENU_SEARCH = 'menu-search';

type Props = { path: string; suggest: Suggest };

/** Top bar: dark on Home and (by CSS) on the 404 page, light elsewhere. `html`: its content, rendered before. */
export function TopBar({ html, ...props }: Props & { html: string | undefined }) {
  const className = props.path === urls.home() ? 'bar forest' : 'bar';
  // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by React
  if (html !== undefined) return <header className={className} dangerouslySetInnerHTML={{ __html: html }} />;
  return (
    <header className={className}>
      <TopBarContent {...props} />
    </header>
  );
}

export function TopBarContent({ path, suggest }: Props) {
  const person = useCurrentUser();
  const menu = useRef<HTMLDetailsElement>(null);
  useSlash(() => focusSearch(menu.current));
  return (
    <div className="page bar-row">
      <a className="brand" href={urls.home()}>
        <BrandMark />
        <span>{useSite().name}</span>
      </a>
      <nav className="bar-nav" aria-label="Main">
        {mainNavigation(person).map((link) => (
          <a key={link.href} href={link.href} aria-current={ariaCurrent(link.href, path)}>
            {link.name}
          </a>
        ))}
      </nav>
      <div className="bar-end">
        <SearchBox suggest={suggest} className="only-large" inputId={BAR_SEARCH} />
        <a className="icon-btn only-small" href={urls.myTales()} aria-label="My tales">
          <Icon name="bookmark" />
        </a>
        <a
          className="icon-btn only-small"
          href={urls.tales()}
          aria-label="Search"
          onClick={(event) => {
            event.preventDefault();
            focusSearch(menu.current);
          }}
        >
          <Icon name="search" />
        </a>
        <PersonMenu path={path} />
        <MobileMenu path={path} suggest={suggest} searchId={MENU_SEARCH} details={menu} />
      </div>
    </div>
  );
}

/** Focuses the search box of the bar if visible, else opens the menu and focuses its search box. */
function focusSearch(menu: HTMLDetailsElement | null): void {
  const inBar = document.getElementById(BAR_SEARCH);
  if (inBar && inBar.offsetParent !== null) {
    inBar.focus();
    return;
  }
  if (menu) menu.open = true;
  document.getElementById(MENU_SEARCH)?.focus();
}

/** Calls `found` when '/' is pressed outside form fields. */
function useSlash(found: () => void): void {
  const latest = useRef(found);
  latest.current = found;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const typing = event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable]') !== null;
      if (event.key !== '/' || typing || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}
