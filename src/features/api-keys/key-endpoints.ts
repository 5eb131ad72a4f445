import type { Context } from 'hono';
import { z } from 'zod';
import { confirmPassword, type Person } from '#src/features/accounts/accounts.ts';
import { type Endpoint, endpoint } from '#src/platform/http/endpoint.ts';
import type { AppEnv } from '#src/platform/http/exchange.ts';
import { ApiKeyList, MadeKey } from './contract.ts';
import { type KeyDeps, listKeys, makeKey, revokeKey } from './keys.ts';
import { NewKey } from './new-key.ts';

const KeyId = z.strictObject({ id: z.uuid() });

/** Keys are made and revoked by people alone: the guard of these must take no key. */
export function keyEndpoints(deps: KeyDeps): Endpoint<Person>[] {
  const { db } = deps;
  return [
    endpoint({
      ...{ method: 'GET', path: '/keys', summary: 'The keys of all administrators', answer: ApiKeyList },
      run: async (_: { asker: Person }) => ({ keys: await listKeys(db), next: null }),
    }),
    endpoint({
      ...{ method: 'POST', path: '/keys', summary: 'Makes a key with your rights, told this once', body: NewKey, answer: MadeKey },
      status: 201,
      refusals: { 403: 'This is not your password', 409: 'You have too many keys' },
      run: async ({ c, asker, body: { current, ...key } }: { c: Context<AppEnv>; asker: Person; body: NewKey }) =>
        makeKey(deps, asker, key, await confirmPassword(deps, c, asker, current)),
    }),
    endpoint({
      ...{ method: 'DELETE', path: '/keys/{id}', summary: 'Revokes a key at once', params: KeyId },
      refusals: { 404: 'There is no such key' },
      run: async ({ asker, params }: { asker: Person; params: z.output<typeof KeyId> }) => {
        await revokeKey(db, asker.id, params.id);
        return undefined;
      },
    }),
  ];
}
