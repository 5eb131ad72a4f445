/** Settings of identity providers (OpenID Connect): OIDC_PROVIDERS, and OIDC_<ID>_… for each of them. */
import { z } from 'zod';

export type IdentityProviderSettings = {
  /** Part of URLs and of the names of the variables. */
  id: string;
  /** On buttons: “Log in with <name>”. */
  name: string;
  /** Identifies the provider in the database, so that `id` and `name` may change. */
  issuer: string;
  clientId: string;
  /** Never logged. */
  clientSecret: string;
  scope: string;
  /** Apple answers with a form when a name or an address is requested. */
  responseMode: 'query' | 'form_post';
  /** Client ids of native applications, whose ID tokens are accepted besides those of `clientId`. */
  audiences: readonly string[];
  /** Names of nested claims, for example `realm_access.roles`. Undefined: the provider does not decide about roles. */
  roleClaim: string | undefined;
  /** Values of that claim and names of roles, which accounts check at the start. */
  roles: ReadonlyMap<string, string>;
};

const PREFIX = 'OIDC_';
const LIST = 'OIDC_PROVIDERS';
const MAX_PROVIDERS = 10;
const ID = /^[a-z][a-z0-9-]{0,30}$/;
const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);

const Provider = z
  .strictObject({
    ISSUER: z.string().transform(issuerUrl),
    CLIENT_ID: z.string(),
    CLIENT_SECRET: z.string(),
    NAME: z.string().max(40, 'must be 40 characters or fewer').optional(),
    SCOPE: z
      .string()
      .default('openid email profile')
      .refine((scope) => scope.split(' ').includes('openid'), 'must contain openid'),
    RESPONSE_MODE: z.enum(['query', 'form_post'], { error: 'must be query or form_post' }).default('query'),
    AUDIENCES: z.string().default('').transform(splitList),
    ROLE_CLAIM: z.string().optional(),
    ROLES: z.string().optional().transform(roleMap),
  })
  .superRefine(({ ROLE_CLAIM, ROLES: roles }, context) => {
    if ((ROLE_CLAIM === undefined) !== (roles.size === 0))
      context.addIssue({
        code: 'custom',
        path: [ROLE_CLAIM === undefined ? 'ROLE_CLAIM' : 'ROLES'],
        message: 'is required, as ROLE_CLAIM and ROLES belong together',
      });
  });

/** Parses the settings of all providers. `problems` has a line for each invalid or unknown variable, without secrets. */
export function parseIdentityProviders(env: Record<string, string | undefined>): {
  providers: readonly IdentityProviderSettings[];
  problems: string[];
} {
  const ids = splitList(env[LIST] ?? '');
  const problems = ids
    .filter((id) => !ID.test(id))
    .map((id) => `${LIST} must list names of small letters, digits and hyphens; "${id}" is none`);
  if (new Set(ids).size !== ids.length) problems.push(`${LIST} lists a provider twice`);
  if (ids.length > MAX_PROVIDERS) problems.push(`${LIST} must list at most ${MAX_PROVIDERS} providers`);
  const left = new Set(Object.keys(env).filter((name) => name.startsWith(PREFIX) && name !== LIST));
  const providers: IdentityProviderSettings[] = [];
  // The longest name first: of `corp` and `corp-test`, OIDC_CORP_TEST_ISSUER belongs to the second.
  for (const id of ids.filter((id) => ID.test(id)).toSorted((one, other) => other.length - one.length)) {
    const prefix = `${PREFIX}${id.toUpperCase().replaceAll('-', '_')}_`;
    const own = [...left].filter((name) => name.startsWith(prefix));
    for (const name of own) left.delete(name);
    const parsed = Provider.safeParse(Object.fromEntries(own.map((name) => [name.slice(prefix.length), env[name]])));
    if (parsed.success) providers.push(settingsOf(id, parsed.data));
    else problems.push(...parsed.error.issues.flatMap((issue) => describe(prefix, issue)));
  }
  problems.push(...[...left].map((name) => `${name} is not a setting of a provider in ${LIST}`));
  if (new Set(providers.map(({ issuer }) => issuer)).size !== providers.length)
    problems.push('OIDC_…_ISSUER must differ between providers');
  return { providers: providers.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id)), problems };
}

function settingsOf(id: string, given: z.output<typeof Provider>): IdentityProviderSettings {
  return {
    ...{ id, name: given.NAME ?? `${id[0]?.toUpperCase()}${id.slice(1)}`, issuer: given.ISSUER },
    ...{ clientId: given.CLIENT_ID, clientSecret: given.CLIENT_SECRET, scope: given.SCOPE, responseMode: given.RESPONSE_MODE },
    ...{ audiences: given.AUDIENCES, roleClaim: given.ROLE_CLAIM, roles: given.ROLES },
  };
}

function describe(prefix: string, issue: z.core.$ZodIssue): string[] {
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => `${prefix}${key} is not a setting`);
  const isMissing = issue.code === 'invalid_type' && issue.input === undefined;
  return [`${prefix}${issue.path.join('.')} ${isMissing ? `is required for a provider in ${LIST}` : issue.message}`];
}

function splitList(text: string): string[] {
  return text.split(',').flatMap((part) => part.trim() || []);
}

/** Tokens and secrets must not travel in plain text, except on one machine. */
function issuerUrl(text: string, context: z.RefinementCtx): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && LOCAL_HOSTS.has(url.hostname));
  if (url !== undefined && isSafe && !url.search && !url.hash && !url.username) return url.href;
  context.addIssue({ code: 'custom', message: 'must be an https:// URL without a query, for example https://accounts.google.com' });
  return z.NEVER;
}

/** Parses "talewood-admins=admin, staff=editor". A value may contain "=". */
function roleMap(text: string | undefined, context: z.RefinementCtx): ReadonlyMap<string, string> {
  const pairs = splitList(text ?? '').map((pair) => {
    const end = Math.max(pair.lastIndexOf('='), 0);
    return [pair.slice(0, end).trim(), pair.slice(end + 1).trim()] as const;
  });
  if (pairs.some(([value, role]) => value === '' || role === ''))
    context.addIssue({ code: 'custom', message: 'must list value=role, for example staff=editor' });
  return new Map(pairs);
}
