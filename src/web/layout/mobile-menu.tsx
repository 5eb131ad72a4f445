import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import { type UserView, useCurrentUser } from '#src/api-client/current-user.ts';
import { LogOutButton } from '#src/features/accounts/components/log-out-button.tsx';
import { SearchBox } from '#src/features/search/components/search-box.tsx';
import type { Suggest } from '#src/features/search/components/suggestions.ts';
import { useDismissDetails } from '#src/ui/dismiss.ts';
import { Icon } from '#src/ui/icon.tsx';
import { urls } from '#src/urls.ts';
import { MORE_LINKS, mainNavigation, NavLinks, userLinks } from './nav-links.tsx';

type Props = { path: string; suggest: Suggest; searchId: string; details: RefObject<HTMLDetailsElement | null> };

/**
 * Menu of small screens. A <details> element, so that it opens without JavaScript; with it, focus is trapped while it is open, and Escape or
 * navigation closes it.
 */
export function MobileMenu({ path, suggest, searchId, details }: Props) {
  const person = useCurrentUser();
  useCloseOnTurn(path, details);
  useDismissDetails(details, { staysOpen: true });
  return (
    <details className="menu only-small" ref={details} onKeyDown={keepInside}>
      <summary className="icon-btn" aria-label="Menu">
        <Icon name="menu" className="when-shut" />
        <Icon name="close" className="when-open" />
      </summary>
      <div className="sheet-menu forest">
        <SearchBox suggest={suggest} inputId={searchId} />
        <nav aria-label="Menu">
          <ul>
            <NavLinks links={[...mainNavigation(person), ...MORE_LINKS]} path={path} />
          </ul>
        </nav>
        <MenuPerson path={path} person={person} />
        <img src="/art/treeline.svg" alt="" width="1600" height="190" loading="lazy" />
      </div>
    </details>
  );
}

function MenuPerson({ path, person }: { path: string; person: UserView | null }) {
  if (person === null) {
    return (
      <div className="sheet-person signed-out">
        <a className="btn btn-gold" href={urls.login(path)}>
          Login
        </a>
        <a className="btn btn-line" href={urls.register(path)}>
          Register
        </a>
      </div>
    );
  }
  return (
    <>
      <ul className="sheet-own">
        <NavLinks links={userLinks(person)} path={path} />
      </ul>
      <div className="sheet-person">
        <span className="initial" aria-hidden="true">
          {[...person.name][0]}
        </span>
        <p>
          <small>Signed in as</small> <bdi>{person.name}</bdi>
        </p>
        <LogOutButton className="btn btn-line" />
      </div>
    </>
  );
}

/** Not on hydration, because the menu may already be open. */
function useCloseOnTurn(path: string, details: RefObject<HTMLDetailsElement | null>): void {
  const shown = useRef(path);
  useEffect(() => {
    if (details.current && shown.current !== path) details.current.open = false;
    shown.current = path;
  }, [path, details]);
}

function keepInside(event: KeyboardEvent<HTMLDetailsElement>): void {
  const menu = event.currentTarget;
  if (!menu.open || event.key !== 'Tab') return;
  const stops = [...menu.querySelectorAll<HTMLElement>('summary, input, a, button')].filter((stop) => stop.offsetParent !== null);
  const first = stops[0];
  const last = stops.at(-1);
  if (event.shiftKey && document.activeElement === first) {
    event.preventDefault();
    last?.focus();
  } else if (!event.shiftKey && document.activeElement === last) {
    event.preventDefault();
    first?.focus();
  }
}
