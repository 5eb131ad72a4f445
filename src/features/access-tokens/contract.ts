import { z } from 'zod';

/** Where other services read the public keys. */
export const KEY_SET_PATH = '/.well-known/jwks.json';

export const AccessTokenInput = z
  .strictObject({ audience: z.string().describe('The service that the token is for.') })
  .meta({ id: 'AccessTokenInput', description: 'The service to create a token for.' });

export const AccessToken = z
  .object({
    token: z.string().describe('A JSON Web Token (RFC 7519), signed with ES256.'),
    expiresAt: z.string().describe('When it expires, ISO 8601 in UTC.'),
  })
  .meta({ id: 'AccessToken', description: 'A token that proves to one other service who the user is.' });
