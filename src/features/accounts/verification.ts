import type { Context } from 'hono';
import { sql } from 'kysely';
import { transact } from '#src/platform/db/transact.ts';
import type { AppEnv } from '#src/platform/http/exchange.ts';
import { takeNetworkTurn } from './account-limits.ts';
import { findAccount } from './account-rows.ts';
import { canonicalEmail } from './canonical-email.ts';
import type { PersonView } from './contract.ts';
import type { AccountDeps } from './deps.ts';
import { findToken, spendToken } from './one-time-tokens.ts';
import { drawReset } from './password-reset.ts';
import { startSession } from './start-session.ts';
import { tokenRefusal } from './token-refusal.ts';

/**
 * Confirms an address by the token of a mail, and signs its owner in: both happen, or neither. An account that is verified
 * already is not opened by it, as a second factor may guard it by now. Where no password is left of two that were chosen
 * (verification-mails.ts), a mail to choose one goes out. Throws 410 or 400 for the link, and 429.
 */
export async function verifyAddress(
  c: Context<AppEnv>,
  deps: AccountDeps,
  { token, email: typed, client }: { token: string; email: string; client: string },
): Promise<PersonView> {
  await takeNetworkTurn(deps.db, 'use a link', client);
  const email = canonicalEmail(typed);
  const found = await findToken(deps.db, token, 'verify');
  if (found === undefined) throw tokenRefusal(410);
  if (found.email !== email) throw tokenRefusal(400);
  const reset = await drawReset(deps, { name: '', email });
  const person = await transact(deps.db, async (trx) => {
    const owner = await trx
      .updateTable('profiles')
      .set({ email_verified: true, updated_at: sql`now()` })
      .where('id', '=', found.subject)
      .where('email', '=', email)
      .where('email_verified', '=', false)
      .where('disabled_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (owner === undefined) throw tokenRefusal(410);
    const used = await spendToken(trx, token, { purpose: 'verify', email });
    if ('problem' in used) throw tokenRefusal(used.problem);
    const account = await findAccount(trx, email);
    if (account?.passwordHash === undefined) await reset.queue(trx, owner.id);
    return startSession(c, { ...deps, db: trx }, owner.id);
  });
  deps.log.info({ event: 'address_verified', person: found.subject }, 'Someone confirmed an address');
  return person;
}
