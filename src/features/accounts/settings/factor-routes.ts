/** Second factor and passkeys of one's own account. Whatever adds or removes a way in asks for the password first. */
import { type Context, Hono } from 'hono';
import type { AppEnv } from '#src/platform/http/exchange.ts';
import { readBody } from '#src/platform/http/read-body.ts';
import { urls } from '#src/urls.ts';
import type { Person } from '../current-person.ts';
import type { AccountDeps } from '../deps.ts';
import type { Guards } from '../guards.ts';
import { CodeConfirmation, Confirmation, NewPasskey, PasskeyName } from './account-forms.ts';
import { note } from './account-log.ts';
import { addPasskey, newPasskeyOptions, removePasskey, renamePasskey } from './account-passkeys.ts';
import { type Confirmed, confirmPassword } from './confirm-password.ts';
import { readId } from './read-id.ts';
import { beginSecondFactor, endSecondFactor, finishSecondFactor, renewRecoveryCodes } from './second-factor-setup.ts';

const SECOND_FACTOR = urls.api('/account/second-factor');
const PASSKEYS = urls.api('/account/passkeys');

/** For accountRoutes, which stands before them with the guard against foreign pages. */
export function factorRoutes(deps: AccountDeps, guards: Guards): Hono<AppEnv> {
  const { db } = deps;
  const app = new Hono<AppEnv>();

  app.post(SECOND_FACTOR, async (c) => {
    const { person, current } = await confirmed(c);
    return c.json(await beginSecondFactor(c, deps, person, current));
  });
  app.put(SECOND_FACTOR, async (c) => {
    const person = await guards.person(c);
    const { code } = await readBody(c, CodeConfirmation);
    const answer = await finishSecondFactor(c, deps, person, code);
    note(c, deps, 'second_factor_on', person);
    return c.json(answer);
  });
  app.delete(SECOND_FACTOR, async (c) => {
    const { person, proof } = await confirmed(c);
    await endSecondFactor(c, deps, person, proof);
    note(c, deps, 'second_factor_off', person);
    return c.body(null, 204);
  });
  app.post(urls.api('/account/recovery-codes'), async (c) => {
    const { person, current } = await confirmed(c);
    const answer = await renewRecoveryCodes(c, deps, person, current);
    note(c, deps, 'recovery_codes_renewed', person);
    return c.json(answer);
  });

  app.post(`${PASSKEYS}/options`, async (c) => {
    const { person } = await confirmed(c);
    return c.json(await newPasskeyOptions(c, deps, person));
  });
  app.post(PASSKEYS, async (c) => {
    const person = await guards.person(c);
    const passkey = await addPasskey(c, deps, person, await readBody(c, NewPasskey));
    note(c, deps, 'passkey_added', person);
    return c.json(passkey, 201);
  });
  app.patch(`${PASSKEYS}/:id`, async (c) => {
    const person = await guards.person(c);
    const { name } = await readBody(c, PasskeyName);
    await renamePasskey(db, person, readId(c), name);
    return c.body(null, 204);
  });
  app.delete(`${PASSKEYS}/:id`, async (c) => {
    const { person, proof } = await confirmed(c);
    await removePasskey(deps, person, readId(c), proof);
    note(c, deps, 'passkey_removed', person);
    return c.body(null, 204);
  });
  return app;

  async function confirmed(c: Context<AppEnv>): Promise<{ person: Person; current: string; proof: Confirmed }> {
    const person = await guards.person(c);
    const { current } = await readBody(c, Confirmation);
    return { person, current, proof: await confirmPassword(deps, c, person, current) };
  }
}
