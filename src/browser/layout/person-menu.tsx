import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import { LogOutButton } from '#src/features/accounts/components/log-out-button.tsx';
import { usePerson } from '#src/features/accounts/components/me.ts';
import type { PersonView } from '#src/features/accounts/contract.ts';
import { Icon } from '#src/ui/icon.tsx';
import { urls } from '#src/urls.ts';
import { PlaceLinks } from './place-links.tsx';
import { menuFor } from './places.ts';

/** The right end of the bar: Login and Register, or a menu under the name of who is signed in. */
export function PersonMenu({ path }: { path: string }) {
  const person = usePerson();
  if (person === null) {
    return (
      <div className="bar-person signed-out only-large">
        <a className="btn btn-quiet" href={urls.login(path)}>
          Login
        </a>
        <a className="btn btn-line" href={urls.register(path)}>
          Register
        </a>
      </div>
    );
  }
  return (
    <div className="bar-person only-large">
      <NameMenu path={path} person={person} />
    </div>
  );
}

function NameMenu({ path, person }: { path: string; person: PersonView }) {
  const details = useRef<HTMLDetailsElement>(null);
  useShut(path, details);
  return (
    <details className="name-menu" ref={details} onKeyDown={shutOnEscape}>
      <summary className="user">
        <span className="initial" aria-hidden="true">
          {[...person.name][0]}
        </span>
        <bdi>{person.name}</bdi>
        <Icon name="down" />
      </summary>
      <ul className="name-sheet">
        <PlaceLinks places={menuFor(person)} path={path} />
        <li className="name-rule">
          <LogOutButton className="danger" />
        </li>
      </ul>
    </details>
  );
}

/** Shuts the menu when the page turns, and when one clicks or moves the focus elsewhere. */
function useShut(path: string, details: RefObject<HTMLDetailsElement | null>): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is the reason to shut
  useEffect(() => {
    const menu = details.current;
    if (menu === null) return;
    menu.open = false;
    const away = (event: Event) => {
      if (event.target instanceof Node && !menu.contains(event.target)) menu.open = false;
    };
    document.addEventListener('pointerdown', away);
    document.addEventListener('focusin', away);
    return () => {
      document.removeEventListener('pointerdown', away);
      document.removeEventListener('focusin', away);
    };
  }, [path, details]);
}

function shutOnEscape(event: KeyboardEvent<HTMLDetailsElement>): void {
  if (event.key !== 'Escape' || !event.currentTarget.open) return;
  event.currentTarget.open = false;
  event.currentTarget.querySelector('summary')?.focus();
}
