/** API keys as administrators see them. Times are ISO 8601 in UTC. */
import { z } from 'zod';

export const KEY_SCOPES = ['read', 'write'] as const;

export const ApiKey = z
  .object({
    id: z.uuid(),
    name: z.string(),
    scope: z.enum(KEY_SCOPES),
    start: z.string().describe('The first characters of the key.'),
    made_by: z.string().describe('The administrator whose permissions it has.'),
    state: z.enum(['active', 'expired', 'revoked', 'idle']).describe('`idle`: not used for so long that it has stopped working.'),
    created_at: z.string(),
    last_used_at: z.string().nullable(),
    expires_at: z.string().nullable(),
  })
  .meta({ id: 'ApiKey', description: 'An API key, without the key itself.' });
export type ApiKey = z.infer<typeof ApiKey>;

export const ApiKeyList = z.object({ keys: z.array(ApiKey), next: z.null() }).meta({ id: 'ApiKeyList', description: 'All API keys.' });
export type ApiKeyList = z.infer<typeof ApiKeyList>;

export const CreatedKey = z
  .object({ key: ApiKey, secret: z.string().describe('The key itself, returned only here.') })
  .meta({ id: 'CreatedApiKey', description: 'A new API key.' });
export type CreatedKey = z.infer<typeof CreatedKey>;
