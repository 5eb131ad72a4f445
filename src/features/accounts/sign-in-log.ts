/** One log line per sign-in and failure: who, how, and from which network. Never an address, a password or a token. */
import { createHmac } from 'node:crypto';
import type { Context } from 'hono';
import { type AppEnv, getRequestContext } from '#src/platform/http/request-context.ts';
import { clientSubnet } from '#src/platform/rate-limit/client-subnet.ts';
import type { AccountDeps } from './deps.ts';
import { canonicalEmail } from './email-address.ts';

export type SignInMethod = 'password' | 'link' | 'passkey' | 'code' | 'provider';

type LogDeps = Pick<AccountDeps, 'log' | 'secret'>;

export function logSignIn(c: Context<AppEnv>, { log }: LogDeps, account: string, way: SignInMethod): void {
  log.info({ event: 'signed_in', account, way, ...requestFields(c) }, 'User signed in');
}

/** The password or link was correct, and a code is required. `challenge` identifies later failures of this sign-in. */
export function logChallenge(
  c: Context<AppEnv>,
  { log }: LogDeps,
  { account, way, challenge }: { account: string; way: SignInMethod; challenge: string },
): void {
  log.info({ event: 'second_factor_asked', account, way, challenge, ...requestFields(c) }, 'Second factor requested');
}

/** Identifies the user by account id if it is known, else by the challenge or a keyed hash of the address entered. */
export function logSignInFailure(
  c: Context<AppEnv>,
  { log, secret }: LogDeps,
  { reason, way, ...who }: { reason: string; way: SignInMethod; account?: string; email?: string; challenge?: string },
): void {
  const { account, email, challenge } = who;
  // Keyed, so that the log alone does not confirm a guessed address.
  const address =
    email === undefined
      ? undefined
      : createHmac('sha256', secret)
          .update(`log\n${canonicalEmail(email)}`)
          .digest('base64url');
  log.warn(
    { event: 'sign_in_refused', reason, way, account, challenge, address: address?.slice(0, 16), ...requestFields(c) },
    'Sign-in failed',
  );
}

function requestFields(c: Context<AppEnv>): { requestId: string; network: string } {
  const exchange = getRequestContext(c);
  return { requestId: exchange.id, network: clientSubnet(exchange.clientAddress()) };
}
