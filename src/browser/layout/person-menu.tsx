import { type RefObject, useEffect, useRef } from 'react';
import { LogOutButton } from '#src/features/accounts/components/log-out-button.tsx';
import { usePerson } from '#src/features/accounts/components/me.ts';
import type { PersonView } from '#src/features/accounts/contract.ts';
import { useDismissDetails } from '#src/ui/dismiss.ts';
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
    <details className="name-menu" ref={details}>
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

/** Shuts the menu when the page turns, by Escape, and when one clicks or moves the focus elsewhere. */
function useShut(path: string, details: RefObject<HTMLDetailsElement | null>): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is the reason to shut
  useEffect(() => {
    if (details.current) details.current.open = false;
  }, [path, details]);
  useDismissDetails(details);
}
