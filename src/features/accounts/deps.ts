import type { RenderEmail } from '#src/emails/emails.ts';
import type { Db } from '#src/platform/db/db.ts';
import type { RenderForm } from '#src/platform/http/respond-to-form.ts';
import type { Log } from '#src/platform/log.ts';
import type { Auth } from './auth.ts';
import type { IdentityProvider } from './identities/identity-provider.ts';
import { hashPassword, verifyPassword } from './password-hash.ts';

/**
 * `on(trx)` is the same API within a transaction. Inside the transaction use nothing else: it would need a second connection.
 */
type LoadedAuth = { api: Auth['api']; on: (trx: Db) => Auth['api'] };

export type AccountDeps = {
  db: Db;
  /** Loads better-auth on first use: it takes about 27 MB, which a site without sign-ins saves. */
  auth: () => Promise<LoadedAuth>;
  /** The public URL of the site, without a trailing slash. */
  publicUrl: string;
  /** Signs cookies. The same in all processes. */
  secret: string;
  renderEmail: RenderEmail;
  log: Log;
  /** Identity providers that people may log in with. */
  providers: readonly IdentityProvider[];
};

/** For routes that also handle forms posted without JavaScript. */
export type AccountRouteDeps = AccountDeps & { renderForm: RenderForm };

/** Returns a loader that creates better-auth once. A failed attempt is repeated on the next call. */
export function loadAuth(deps: Pick<AccountDeps, 'db' | 'publicUrl' | 'secret'>): AccountDeps['auth'] {
  let loaded: ReturnType<AccountDeps['auth']> | undefined;
  return () => {
    loaded ??= createLoadedAuth(deps).catch((error) => {
      loaded = undefined;
      throw error;
    });
    return loaded;
  };
}

async function createLoadedAuth(deps: Pick<AccountDeps, 'db' | 'publicUrl' | 'secret'>): Promise<LoadedAuth> {
  const { createAuth } = await import('./auth.ts');
  const verify = ({ hash, password }: { hash: string; password: string }) => verifyPassword(hash, password);
  // Creating an instance takes less than a millisecond once the code is loaded.
  const on = (db: Db) => createAuth({ ...deps, db, passwords: { hash: hashPassword, verify } }).api;
  return { api: on(deps.db), on };
}
