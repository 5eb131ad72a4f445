import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import { LogOutButton } from '#src/features/accounts/components/log-out-button.tsx';
import { usePerson } from '#src/features/accounts/components/me.ts';
import type { PersonView } from '#src/features/accounts/contract.ts';
import { SearchBox } from '#src/features/search/components/search-box.tsx';
import type { Suggest } from '#src/features/search/components/use-suggestions.ts';
import { useDismissDetails } from '#src/ui/dismiss.ts';
import { Icon } from '#src/ui/icon.tsx';
import { urls } from '#src/urls.ts';
import { PlaceLinks } from './place-links.tsx';
import { MORE_PLACES, OWN_PLACES, placesFor } from './places.ts';

type Props = { path: string; suggest: Suggest; searchId: string; details: RefObject<HTMLDetailsElement | null> };

/**
 * The menu of small screens, a <details>, so that it opens without scripts. With them the focus is kept inside while it
 * is open, Escape closes it, and so does turning to another page.
 */
export function MobileMenu({ path, suggest, searchId, details }: Props) {
  const person = usePerson();
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
            <PlaceLinks places={[...placesFor(person), ...MORE_PLACES]} path={path} />
          </ul>
        </nav>
        <MenuPerson path={path} person={person} />
        <img src="/art/treeline.svg" alt="" width="1600" height="190" loading="lazy" />
      </div>
    </details>
  );
}

function MenuPerson({ path, person }: { path: string; person: PersonView | null }) {
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
        <PlaceLinks places={OWN_PLACES} path={path} />
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

/** Not when the page is hydrated: it can have been opened before. */
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
