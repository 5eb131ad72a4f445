import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
// @ts-expect-error: the package has no types
import Provider from 'oidc-provider';
import type { IdentityProviderSettings } from '#src/platform/identity-provider-settings.ts';

/** An identity provider (npm oidc-provider) on this machine, whose answers a test can spoil. */

type Claims = Record<string, unknown>;
type Key = Awaited<ReturnType<typeof createKey>>;

export const CLIENT = { clientId: 'talewood', clientSecret: 'a secret of the provider' };

export type TestProvider = Awaited<ReturnType<typeof startIdentityProvider>>;

/** `account`: who logs in without a page. Without it, a page asks for the subject. */
export async function startIdentityProvider({ account: first }: { account?: string } = {}) {
  let key = await createKey();
  let serve: (request: IncomingMessage, response: ServerResponse) => unknown = () => {};
  const state = {
    account: first,
    /** Claims by subject, in place of the default ones. */
    claims: new Map<string, Claims>(),
    /** Refuses the login, as when the person cancels. */
    isCancelled: false,
    /** Changes the answer of the token endpoint. */
    spoil: undefined as ((answer: { id_token: string }) => Promise<object>) | undefined,
    /** Answers every request with this status. */
    failure: undefined as number | undefined,
    /** Paths of the requests. */
    requests: [] as string[],
  };
  const server = createServer((request, response) => {
    state.requests.push(new URL(request.url ?? '', 'http://localhost').pathname);
    if (state.failure === undefined) return serve(request, response);
    response.writeHead(state.failure).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const claimsOf = (subject: string): Claims => ({
    sub: subject,
    ...(state.claims.get(subject) ?? { name: subject, email: `${subject}@provider.example`, email_verified: true }),
  });

  const start = () => {
    const provider = new Provider(issuer, {
      clients: [
        {
          ...{ client_id: CLIENT.clientId, client_secret: CLIENT.clientSecret, redirect_uris: ['https://tales.example/'] },
          id_token_signed_response_alg: 'ES256',
        },
      ],
      jwks: { keys: [key.privateJwk] },
      pkce: { required: () => true },
      claims: { openid: ['sub', 'groups'], email: ['email', 'email_verified'], profile: ['name'] },
      // Address and name only come from the userinfo endpoint.
      conformIdTokenClaims: true,
      ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 60, IdToken: 60, Interaction: 600, Session: 600 },
      cookies: { keys: ['a key of the cookies'] },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
      findAccount: (_: unknown, subject: string) => ({ accountId: subject, claims: () => claimsOf(subject) }),
      async loadExistingGrant({ oidc }: { oidc: { session: { accountId: string } } }) {
        const grant = new provider.Grant({ accountId: oidc.session.accountId, clientId: CLIENT.clientId });
        grant.addOIDCScope('openid email profile');
        await grant.save();
        return grant;
      },
    });
    // The port of the site is not known before.
    provider.Client.prototype.redirectUriAllowed = () => true;
    provider.on('server_error', (_: unknown, error: unknown) => process.stderr.write(`Provider: ${error}\n`));
    const handle = provider.callback();
    serve = async (request, response) => {
      if (request.url?.startsWith('/interaction/')) return interact(provider, request, response);
      if (request.url === '/token' && state.spoil !== undefined) spoilBody(response, state.spoil);
      return handle(request, response);
    };
  };
  start();

  async function interact(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
    let subject = state.account;
    if (subject === undefined && request.method === 'POST') {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      subject = new URLSearchParams(Buffer.concat(chunks).toString()).get('subject') ?? '';
    }
    if (subject === undefined) {
      const form = '<form method="post"><label>Subject <input name="subject"></label><button>Continue</button></form>';
      response.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html><title>Provider</title>${form}`);
      return;
    }
    const result = state.isCancelled ? { error: 'access_denied' } : { login: { accountId: subject, remember: false } };
    await provider.interactionFinished(request, response, result);
  }

  return {
    issuer,
    state,
    /** Settings of the site for it. */
    settings: (about: Partial<IdentityProviderSettings> = {}): IdentityProviderSettings => ({
      ...{ id: 'castle', name: 'Castle', issuer: `${issuer}/`, ...CLIENT, scope: 'openid email profile', responseMode: 'query' },
      ...{ audiences: [], roleClaim: undefined, roles: new Map(), ...about },
    }),
    /** Replaces the signing key. */
    async rotateKeys(): Promise<Key> {
      const old = key;
      key = await createKey();
      start();
      return old;
    },
    /** Signs an ID token as the provider does. */
    async sign(claims: JWTPayload, { by = key, kid }: { by?: Key; kid?: string } = {}): Promise<string> {
      const now = Math.floor(Date.now() / 1000);
      const standard = { iss: issuer, aud: CLIENT.clientId, iat: now, exp: now + 300, ...claimsOf(String(claims.sub)) };
      return new SignJWT({ ...standard, ...claims })
        .setProtectedHeader({ alg: 'ES256', kid: kid ?? by.privateJwk.kid })
        .sign(by.privateKey);
    },
    /** Follows an authorization URL as a browser does, up to the URL of the site that it leads back to. */
    async logIn(authorizationUrl: string): Promise<URL> {
      const cookies = new Map<string, string>();
      let url = new URL(authorizationUrl);
      while (url.origin === issuer) {
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
        const answer = await fetch(url, { redirect: 'manual', headers: { cookie } });
        for (const set of answer.headers.getSetCookie()) {
          const [name = '', value = ''] = (set.split(';', 1)[0] ?? '').split('=');
          cookies.set(name, value);
        }
        const location = answer.headers.get('location');
        if (location === null) throw new Error(`The provider answered ${answer.status}: ${await answer.text()}`);
        url = new URL(location, url);
      }
      return url;
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export async function createKey() {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const kid = crypto.randomUUID();
  return { privateKey, privateJwk: { ...(await exportJWK(privateKey)), kid, alg: 'ES256', use: 'sig' } };
}

function spoilBody(response: ServerResponse, spoil: (answer: { id_token: string }) => Promise<object>): void {
  const end = response.end.bind(response) as (body: string) => void;
  response.end = ((body: string | Buffer) => {
    void spoil(JSON.parse(body.toString())).then((spoilt) => {
      response.removeHeader('content-length');
      end(JSON.stringify(spoilt));
    });
    return response;
  }) as typeof response.end;
}
