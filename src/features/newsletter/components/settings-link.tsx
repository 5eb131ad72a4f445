import { urls } from '#src/urls.ts';

/** For who has an account: the same is chosen there. */
export function SettingsLink() {
  return (
    <p className="gate-alt">
      <a className="link" href={`${urls.settings()}#newsletter`}>
        Open my settings
      </a>
    </p>
  );
}
