/** The client of an identity provider (OpenID Connect Core 1.0, RFC 9700): openid-client and jose with our limits. */
import type { JWTPayload, JWTVerifyGetKey } from 'jose';
import type { Configuration, ServerMetadata } from 'openid-client';
import { z } from 'zod';
import { isRole, ROLES, type Role } from '#src/permissions.ts';
import { AppError } from '#src/platform/errors.ts';
import type { IdentityProviderSettings } from '#src/platform/identity-provider-settings.ts';
import type { Log } from '#src/platform/log.ts';
import { StartError } from '#src/platform/start-errors.ts';
import { urls } from '#src/urls.ts';
import { NameField } from '../auth-schemas.ts';
import { AddressField } from '../email-address.ts';

const TIMEOUT_SECONDS = 5;
const MAX_RESPONSE_BYTES = 512 * 1024;
/** Discovery is repeated this often; if it fails, the known endpoints remain in use. */
const DISCOVERY_MS = 60 * 60 * 1000;
/** An unreachable provider is not asked again this soon. */
const PAUSE_MS = 5_000;
const CLOCK_TOLERANCE_SECONDS = 30;
/** Age of an ID token of a native application. */
const MAX_TOKEN_AGE_SECONDS = 10 * 60;
/** Signatures with a public key. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'];

/** What a provider says about a person. `issuer` and `subject` identify them; addresses and names may change. */
export type Identity = {
  issuer: string;
  subject: string;
  /** Canonical; undefined for none or an invalid one. */
  email: string | undefined;
  isEmailVerified: boolean;
  /** '' for none or an unsuitable one. */
  name: string;
  /** Undefined: the provider does not decide about roles. */
  role: Role | undefined;
};

/** Secrets of one login, known to this site and, except `verifier`, to the provider. */
export type LoginSecrets = { state: string; nonce: string; verifier: string };

export type IdentityProvider = Pick<IdentityProviderSettings, 'id' | 'name' | 'issuer'> & {
  /** Where the browser logs in. @throws AppError 503 `provider_down` */
  authorizationUrl(secrets: LoginSecrets): Promise<string>;
  /** Exchanges the code of a callback. `answer`: its query. @throws AppError 401 `identity_refused`, 401 `cancelled`, 503 `provider_down` */
  exchangeCode(answer: string, secrets: LoginSecrets): Promise<Identity>;
  /** Verifies the ID token of a native application; `nonce` or its SHA-256 must be in it. @throws as `exchangeCode` */
  verifyIdToken(token: string, nonces: readonly string[]): Promise<Identity>;
};

/**
 * The configured providers, in their order. None is contacted before the first login.
 * @throws StartError for a role that does not exist
 */
export function createIdentityProviders(
  settings: readonly IdentityProviderSettings[],
  { publicUrl, log }: { publicUrl: string; log: Log },
): readonly IdentityProvider[] {
  return settings.map((each) => createIdentityProvider(each, publicUrl, log));
}

/** Finds a provider. @throws AppError 404 `no_provider` */
export function getProvider(providers: readonly IdentityProvider[], id: string | undefined): IdentityProvider {
  const found = providers.find((provider) => provider.id === id);
  if (found === undefined) throw new AppError(404, 'no_provider', 'This site has no login with that provider.');
  return found;
}

export function identityRefused(): AppError {
  return new AppError(401, 'identity_refused', 'The login was not accepted. Please try again.');
}

function createIdentityProvider(settings: IdentityProviderSettings, publicUrl: string, log: Log): IdentityProvider {
  const { id, name, issuer } = settings;
  const redirectUri = `${publicUrl}${urls.providerCallback(id)}`;
  const roles = parseRoles(settings);
  const discover = rememberDiscovery(() => discoverProvider(settings));
  let keys: { uri: string; find: JWTVerifyGetKey } | undefined;

  const guarded = async <Result>(step: string, work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work();
    } catch (error) {
      throw toAppError(error, name, (err) =>
        log.warn({ event: 'provider_failed', provider: id, step, err: describeError(err) }, 'Login with a provider failed'),
      );
    }
  };

  return {
    ...{ id, name, issuer },
    authorizationUrl: (secrets) =>
      guarded('authorize', async () => {
        const config = await discover();
        const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await import('openid-client');
        return buildAuthorizationUrl(config, {
          ...{ redirect_uri: redirectUri, scope: settings.scope, state: secrets.state, nonce: secrets.nonce },
          ...{ code_challenge: await calculatePKCECodeChallenge(secrets.verifier), code_challenge_method: 'S256' },
          ...(settings.responseMode === 'form_post' ? { response_mode: 'form_post' } : {}),
        }).href;
      }),
    exchangeCode: (answer, { state, nonce, verifier }) =>
      guarded('exchange', async () => {
        const config = await discover();
        const { authorizationCodeGrant, fetchUserInfo } = await import('openid-client');
        const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true };
        const tokens = await authorizationCodeGrant(config, new URL(`${redirectUri}?${answer}`), checks);
        const claims = tokens.claims();
        if (claims === undefined) throw identityRefused();
        const isComplete =
          claims.email !== undefined && (settings.roleClaim === undefined || valuesOf(claims, settings.roleClaim) !== undefined);
        if (isComplete || config.serverMetadata().userinfo_endpoint === undefined) return readIdentity({ ...settings, roles }, claims);
        return readIdentity({ ...settings, roles }, { ...(await fetchUserInfo(config, tokens.access_token, claims.sub)), ...claims });
      }),
    verifyIdToken: (token, nonces) =>
      guarded('id_token', async () => {
        const metadata = (await discover()).serverMetadata();
        const { createRemoteJWKSet, customFetch, jwtVerify } = await import('jose');
        const uri = metadata.jwks_uri ?? '';
        if (keys?.uri !== uri)
          keys = { uri, find: createRemoteJWKSet(new URL(uri), { [customFetch]: boundedFetch, timeoutDuration: TIMEOUT_SECONDS * 1000 }) };
        const audience = [settings.clientId, ...settings.audiences];
        const { payload } = await jwtVerify(token, keys.find, {
          ...{ issuer: metadata.issuer, audience, algorithms: signingAlgorithms(metadata), requiredClaims: ['sub', 'exp', 'iat', 'nonce'] },
          ...{ maxTokenAge: MAX_TOKEN_AGE_SECONDS, clockTolerance: CLOCK_TOLERANCE_SECONDS },
        });
        if (!nonces.includes(String(payload.nonce))) throw identityRefused();
        // OpenID Connect Core, 3.1.3.7: with several audiences, the client that the token was made for must be ours.
        const made = payload.azp ?? (Array.isArray(payload.aud) && payload.aud.length > 1 ? undefined : settings.clientId);
        if (!audience.includes(String(made))) throw identityRefused();
        return readIdentity({ ...settings, roles }, payload);
      }),
  };
}

async function discoverProvider({ issuer, clientId, clientSecret }: IdentityProviderSettings): Promise<Configuration> {
  const client = await import('openid-client');
  const secret = { client_secret: clientSecret, [client.clockTolerance]: CLOCK_TOLERANCE_SECONDS };
  const config = await client.discovery(new URL(issuer), clientId, secret, authenticate, {
    [client.customFetch]: boundedFetch,
    timeout: TIMEOUT_SECONDS,
    // The settings allow this for the own machine only.
    execute: [client.enableNonRepudiationChecks, ...(issuer.startsWith('http:') ? [client.allowInsecureRequests] : [])],
  });
  return config;

  /** With the method that every provider has, unless only the other one is announced. */
  function authenticate(...request: Parameters<ReturnType<typeof client.ClientSecretBasic>>): void {
    const methods = request[0].token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const method = methods.includes('client_secret_basic') ? client.ClientSecretBasic : client.ClientSecretPost;
    void method(clientSecret)(...request);
  }
}

/** Remembers a configuration for an hour, and a failure for seconds. Concurrent logins share one request. */
function rememberDiscovery(discover: () => Promise<Configuration>): () => Promise<Configuration> {
  let known: { config: Configuration; until: number } | undefined;
  let failure: { error: unknown; until: number } | undefined;
  let running: Promise<Configuration> | undefined;
  const start = async (): Promise<Configuration> => {
    try {
      const config = await discover();
      known = { config, until: performance.now() + DISCOVERY_MS };
      failure = undefined;
      return config;
    } catch (error) {
      failure = { error, until: performance.now() + PAUSE_MS };
      if (known === undefined) throw error;
      return known.config;
    } finally {
      running = undefined;
    }
  };
  return async () => {
    if (known !== undefined && performance.now() < known.until) return known.config;
    if (failure !== undefined && performance.now() < failure.until) {
      if (known !== undefined) return known.config;
      throw failure.error;
    }
    running ??= start();
    return running;
  };
}

class Unreachable extends Error {}

/** Codes of openid-client, and of answers of the provider (RFC 6749, 4.1.2.1). */
const DOWN = new Set(['OAUTH_TIMEOUT', 'server_error', 'temporarily_unavailable']);

/** Fetches without following redirects, and reads at most 512 KB. @throws Unreachable, also for answers of 500 and more */
async function boundedFetch(url: string, options: object): Promise<Response> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  let response: Response;
  try {
    response = await fetch(url, { ...options, redirect: 'manual' });
    for await (const chunk of response.body ?? []) {
      size += chunk.byteLength;
      if (size > MAX_RESPONSE_BYTES) break;
      chunks.push(chunk);
    }
  } catch (cause) {
    throw new Unreachable('No answer.', { cause });
  }
  if (size > MAX_RESPONSE_BYTES) throw new Unreachable('The answer is too long.');
  if (response.status >= 500) throw new Unreachable(`Status ${response.status}.`);
  return new Response(size === 0 ? null : Buffer.concat(chunks), { status: response.status, headers: response.headers });
}

/** Errors of the site stay; the person is told whether to try again later or that the login is not valid. */
function toAppError(error: unknown, name: string, warn: (error: unknown) => void): unknown {
  if (error instanceof AppError) return error;
  if ((error as { error?: unknown }).error === 'access_denied') return new AppError(401, 'cancelled', 'The login was cancelled.');
  warn(error);
  const isDown = causesOf(error).some(
    (cause) =>
      cause instanceof Unreachable ||
      DOWN.has((cause as { code?: string }).code ?? '') ||
      DOWN.has((cause as { error?: string }).error ?? ''),
  );
  if (!isDown) return identityRefused();
  return new AppError(503, 'provider_down', `${name} does not answer at the moment. Please try again later, or log in another way.`);
}

function causesOf(error: unknown): Error[] {
  const causes: Error[] = [];
  for (let each = error; each instanceof Error && causes.length < 5; each = each.cause) causes.push(each);
  return causes;
}

/** Messages of the libraries contain no tokens; their other fields may. */
function describeError(error: unknown): string {
  return causesOf(error)
    .map(({ name, message }) => `${name}: ${message}`)
    .join(' < ')
    .slice(0, 500);
}

function signingAlgorithms({ id_token_signing_alg_values_supported: announced = ['RS256'] }: ServerMetadata): string[] {
  return ALGORITHMS.filter((name) => announced.includes(name));
}

const Subject = z.string().min(1).max(255);

type Reading = Pick<IdentityProviderSettings, 'issuer' | 'roleClaim'> & { roles: ReadonlyMap<string, Role> };

function readIdentity({ issuer, roleClaim, roles }: Reading, claims: JWTPayload): Identity {
  const subject = Subject.safeParse(claims.sub);
  if (!subject.success) throw identityRefused();
  const email = AddressField.safeParse(claims.email);
  const name = NameField.safeParse(claims.name ?? [claims.given_name, claims.family_name].filter(Boolean).join(' '));
  return {
    ...{ issuer, subject: subject.data, email: email.data, name: name.data ?? '' },
    // Apple sends a text.
    isEmailVerified: email.success && (claims.email_verified === true || claims.email_verified === 'true'),
    role: roleClaim === undefined ? undefined : givenRole(valuesOf(claims, roleClaim) ?? [], roles),
  };
}

/** The most powerful role of the values; that of a reader when none is listed. */
function givenRole(values: readonly string[], roles: ReadonlyMap<string, Role>): Role {
  const given = values.flatMap((value) => roles.get(value) ?? []);
  return ROLES.findLast((role) => given.includes(role)) ?? 'user';
}

/** Readers are `user` in the database. @throws StartError */
function parseRoles({ id, roles }: IdentityProviderSettings): ReadonlyMap<string, Role> {
  return new Map(
    [...roles].map(([value, name]) => {
      const role = name === 'reader' ? 'user' : name;
      if (isRole(role)) return [value, role];
      const names = ROLES.map((each) => (each === 'user' ? 'reader' : each)).join(', ');
      throw new StartError(`OIDC_${id.toUpperCase().replaceAll('-', '_')}_ROLES: "${name}" is not one of the roles ${names}.`);
    }),
  );
}

/** Texts of a claim, which may be nested (`realm_access.roles`) or have a dot in its name. Undefined when it is missing. */
function valuesOf(claims: JWTPayload, claim: string): string[] | undefined {
  const value = claims[claim] ?? claim.split('.').reduce<unknown>((inner, name) => ownValue(inner, name), claims);
  if (value === undefined) return undefined;
  return [value].flat().filter((each) => typeof each === 'string');
}

function ownValue(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
}
