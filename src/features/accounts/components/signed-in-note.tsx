import { urls } from '#src/urls.ts';
import type { PersonView } from '../contract.ts';
import { Gate } from './gate.tsx';
import { LogOutButton } from './log-out-button.tsx';

/** In place of the form, for who has come in already. */
export function SignedInNote({ person, next }: { person: PersonView; next: string }) {
  return (
    <Gate title="You are logged in" lede={<>as {person.name}</>} art="login">
      <a className="btn btn-solid btn-lg btn-wide" href={next}>
        {next === urls.home() ? 'Go to the tales' : 'Go on'}
      </a>
      <LogOutButton className="btn btn-line btn-lg btn-wide" />
    </Gate>
  );
}
