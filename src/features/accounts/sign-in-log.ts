import { createHmac } from 'node:crypto';
import type { Context } from 'hono';
import { type AppEnv, exchangeOf } from '#src/platform/http/exchange.ts';
import { networkOf } from '#src/platform/limits/network-of.ts';
import { canonicalEmail } from './canonical-email.ts';
import type { AccountDeps } from './deps.ts';

/** One line for each sign-in and each refusal: who, how, from which network; never an address, a password or a token. */

export type SignInWay = 'password' | 'link' | 'passkey' | 'code';

type LogDeps = Pick<AccountDeps, 'log' | 'secret'>;

export function logSignIn(c: Context<AppEnv>, { log }: LogDeps, account: string, way: SignInWay): void {
  log.info({ event: 'signed_in', account, way, ...from(c) }, 'Someone signed in');
}

/** The password or the link was right; now a code is asked for. `challenge`: its mark, by which refusals are told to be of this account. */
export function logChallenge(c: Context<AppEnv>, { log }: LogDeps, { account, way, challenge }: Challenge): void {
  log.info({ event: 'second_factor_asked', account, way, challenge, ...from(c) }, 'A second factor was asked for');
}

type Challenge = { account: string; way: SignInWay; challenge: string };

/** Who: the id of the account where it is known, else the challenge, or the address that was typed. */
export function logRefusal(
  c: Context<AppEnv>,
  { log, secret }: LogDeps,
  { reason, way, ...who }: { reason: string; way: SignInWay; account?: string; email?: string; challenge?: string },
): void {
  const { account, email, challenge } = who;
  // Keyed, so that the log alone does not tell whether a guessed address was tried.
  const address =
    email === undefined
      ? undefined
      : createHmac('sha256', secret)
          .update(`log\n${canonicalEmail(email)}`)
          .digest('base64url');
  log.warn(
    { event: 'sign_in_refused', reason, way, account, challenge, address: address?.slice(0, 16), ...from(c) },
    'A sign-in was refused',
  );
}

function from(c: Context<AppEnv>): { requestId: string; network: string } {
  const exchange = exchangeOf(c);
  return { requestId: exchange.id, network: networkOf(exchange.clientAddress()) };
}
