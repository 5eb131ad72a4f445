/** Keys for programs, as administrators see them. Times are ISO date-times in UTC. */
import { z } from 'zod';

export const KEY_SCOPES = ['read', 'write'] as const;

/** `start`: the first characters of the key. `made_by`: whose rights it has. */
export const ApiKey = z.object({
  id: z.uuid(),
  name: z.string(),
  scope: z.enum(KEY_SCOPES),
  start: z.string(),
  made_by: z.string(),
  state: z.enum(['active', 'expired', 'revoked', 'idle']),
  created_at: z.string(),
  last_used_at: z.string().nullable(),
  expires_at: z.string().nullable(),
});
export type ApiKey = z.infer<typeof ApiKey>;

export const ApiKeyList = z.object({ keys: z.array(ApiKey), next: z.null() });
export type ApiKeyList = z.infer<typeof ApiKeyList>;

/** `secret`: the key itself, told this once. */
export const MadeKey = z.object({ key: ApiKey, secret: z.string() });
export type MadeKey = z.infer<typeof MadeKey>;
