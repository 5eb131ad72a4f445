import { z } from 'zod';
import type { Db } from '#src/platform/db/db.ts';
import { type Endpoint, endpoint } from '#src/platform/http/endpoint.ts';
import { ApiKeyList, MadeKey } from './contract.ts';
import { listKeys, makeKey, revokeKey } from './keys.ts';
import { NewKey } from './new-key.ts';

type Asker = { id: string };

const KeyId = z.strictObject({ id: z.uuid() });

/** Keys are made and revoked by people alone: the guard of these must take no key. */
export function keyEndpoints({ db }: { db: Db }): Endpoint<Asker>[] {
  return [
    endpoint({
      ...{ method: 'GET', path: '/keys', summary: 'The keys of all administrators', answer: ApiKeyList },
      run: async (_: { asker: Asker }) => ({ keys: await listKeys(db), next: null }),
    }),
    endpoint({
      ...{ method: 'POST', path: '/keys', summary: 'Makes a key with your rights, told this once', body: NewKey, answer: MadeKey },
      status: 201,
      refusals: { 409: 'You have too many keys' },
      run: ({ asker, body }: { asker: Asker; body: NewKey }) => makeKey(db, asker.id, body),
    }),
    endpoint({
      ...{ method: 'DELETE', path: '/keys/{id}', summary: 'Revokes a key at once', params: KeyId },
      refusals: { 404: 'There is no such key' },
      run: async ({ asker, params }: { asker: Asker; params: z.output<typeof KeyId> }) => {
        await revokeKey(db, asker.id, params.id);
        return undefined;
      },
    }),
  ];
}
