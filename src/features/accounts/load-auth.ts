import type { Db } from '#src/platform/db/db.ts';
import type { AccountDeps, LoadedAuth } from './deps.ts';
import { hashPassword, verifyPassword } from './passwords.ts';

/** Gives better-auth, which is loaded and made at the first call and then kept. */
export function loadAuth(deps: Pick<AccountDeps, 'db' | 'publicUrl' | 'secret'>): AccountDeps['auth'] {
  let made: ReturnType<AccountDeps['auth']> | undefined;
  return () => {
    made ??= makeAuth(deps).catch((error) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}

async function makeAuth(deps: Pick<AccountDeps, 'db' | 'publicUrl' | 'secret'>): Promise<LoadedAuth> {
  const { createAuth } = await import('./auth.ts');
  const verify = ({ hash, password }: { hash: string; password: string }) => verifyPassword(hash, password);
  // Making one takes less than a millisecond, once the code is loaded.
  const on = (db: Db) => createAuth({ ...deps, db, passwords: { hash: hashPassword, verify } }).api;
  return { api: on(deps.db), on };
}
