import { type RefObject, useEffect, useRef } from 'react';
import { type UserView, useCurrentUser } from '#src/api-client/current-user.ts';
import { LogOutButton } from '#src/features/accounts/components/log-out-button.tsx';
import { useDismissDetails } from '#src/ui/dismiss.ts';
import { Icon } from '#src/ui/icon.tsx';
import { urls } from '#src/urls.ts';
import { NavLinks, userMenu } from './nav-links.tsx';

/** Login and Register, or the menu of the signed-in user. */
export function PersonMenu({ path }: { path: string }) {
  const person = useCurrentUser();
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

function NameMenu({ path, person }: { path: string; person: UserView }) {
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
        <NavLinks links={userMenu(person)} path={path} />
        <li className="name-rule">
          <LogOutButton className="danger" />
        </li>
      </ul>
    </details>
  );
}

/** Closes the menu on navigation, Escape, and clicks or focus outside. */
function useShut(path: string, details: RefObject<HTMLDetailsElement | null>): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is the reason to shut
  useEffect(() => {
    if (details.current) details.current.open = false;
  }, [path, details]);
  useDismissDetails(details);
}
