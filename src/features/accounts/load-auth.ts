import type { AccountDeps } from './deps.ts';
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

async function makeAuth(deps: Pick<AccountDeps, 'db' | 'publicUrl' | 'secret'>): ReturnType<AccountDeps['auth']> {
  const { createAuth } = await import('./auth.ts');
  const verify = ({ hash, password }: { hash: string; password: string }) => verifyPassword(hash, password);
  return createAuth({ ...deps, passwords: { hash: hashPassword, verify } });
}
