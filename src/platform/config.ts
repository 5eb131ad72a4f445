import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { databaseUrlProblem, requireStandby } from './db/open-client.ts';
import { functionSettings, readFunctionSettings } from './function-settings.ts';
import { networks } from './http/connections.ts';
import { type IdentityProviderSettings, parseIdentityProviders } from './identity-provider-settings.ts';
import { parseEmailAddress } from './mail/address.ts';
import { StartError } from './start-errors.ts';
import { readTracingSettings, tracingSettings } from './tracing.ts';

/** Settings are read from environment variables, only here, and never change while Talewood runs. */

/** Invalid environment variables. The message lists all of them, one per line, without secrets. */
export class ConfigError extends StartError {
  override name = 'ConfigError';
}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** Explains why external databases are not archived. */
export const OWN_ARCHIVE = 'archive and restore your own Postgres server (DATABASE_URL) with its own tools, such as pgBackRest';

/** Deprecated names of settings; still read, with a warning in the log. */
const RENAMED = { ARCHIVE_DIR: 'WAL_ARCHIVE_DIR', SHUTDOWN_WAIT_MS: 'SHUTDOWN_DELAY_MS' } as const;

/** `name`: by default the name of the site. */
export type MailSender = { name: string | undefined; address: string };

/** Absolute once parsed. */
const FilePath = z.string().transform((file) => path.resolve(file));

const ConfigSchema = z
  .object({
    PORT: wholeNumber(0, 65_535).default(3000),
    /**
     * Address to listen on. Loopback by default: plain HTTP must not be exposed to a network before a proxy with TLS is set up
     * (HOST=0.0.0.0 in a container).
     */
    HOST: z.string().default('127.0.0.1'),
    /** Public URL of the site without a trailing slash; used in links of feeds, emails and the sitemap. */
    PUBLIC_URL: z.string().transform(siteAddress).optional(),
    /** Folder of the embedded database, images and generated secrets. */
    DATA_DIR: FilePath.prefault('./data'),
    /** Signs cookies and encrypts other secrets; the same in all processes of a database. Never logged. Default: in DATA_DIR (secret.ts). */
    SECRET: z.string().min(32, 'must be at least 32 characters, preferably random').optional(),
    /** An external Postgres database instead of the embedded one. Contains a password: never logged. */
    DATABASE_URL: databaseUrl().optional(),
    /** The same database without a transaction pooler between, for everything that needs a session. Never logged. Default: DATABASE_URL. */
    DATABASE_DIRECT_URL: databaseUrl().optional(),
    /** Standbys of DATABASE_URL that public pages are read from. Contains a password: never logged. */
    DATABASE_REPLICA_URL: databaseUrl({ isReplica: true }).transform(requireStandby).optional(),
    /** How long the start waits for a database that cannot be reached, starts or is read-only, ms. */
    DATABASE_WAIT_MS: wholeNumber(0, 3_600_000).default(0),
    /** Folder of the WAL archive of the embedded database, ideally on another disk. */
    WAL_ARCHIVE_DIR: FilePath.optional(),
    /** Addresses or networks of proxies whose X-Forwarded-* headers are trusted. */
    TRUSTED_PROXIES: z.string().default('').transform(networks),
    /** The mail server. Contains a password: never logged. Without one, emails are written to DATA_DIR/outbox. */
    SMTP_URL: z.string().refine(isSmtpUrl, 'must look like smtp://user:password@mail.example:587, or smtps:// for TLS at once').optional(),
    MAIL_FROM: z.string().transform(mailSender).optional(),
    /** DKIM: the domain and selector of the public key in DNS (RFC 6376). All three settings or none. */
    DKIM_DOMAIN: z
      .string()
      .refine((text) => parseEmailAddress(`postmaster@${text}`) === `postmaster@${text}`, 'must be a domain, for example tales.example')
      .optional(),
    DKIM_SELECTOR: z
      .string()
      .regex(
        /^(?=.{1,63}$)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/i,
        'must be letters, digits and hyphens, for example 2026a',
      )
      .optional(),
    /** File of the private key in PEM. Its contents are never logged. */
    DKIM_KEY_FILE: FilePath.optional(),
    /** Maximum newsletter emails per minute, over all processes. */
    NEWSLETTER_RATE: wholeNumber(10, 600_000).default(1200),
    /** `on` also sends webhooks to private networks and over HTTP. */
    WEBHOOK_ALLOW_PRIVATE: z.enum(['on', 'off'], { error: 'must be on or off' }).default('off'),
    ...functionSettings,
    CONTACT_EMAIL: z.string().transform(bareAddress).optional(),
    /** The first administrator, created at the start when there is none. The password is never logged. */
    ADMIN_EMAIL: z
      .string()
      .refine((text) => parseEmailAddress(text) !== undefined, 'must be an email address, for example teller@tales.example')
      .optional(),
    ADMIN_PASSWORD: z.string().optional(),
    /** S3-compatible storage of files, without a trailing slash. Without it, files are stored in DATA_DIR. */
    S3_ENDPOINT: z.string().transform(siteAddress).optional(),
    S3_BUCKET: z
      .string()
      .regex(/^[a-z0-9][a-z0-9.-]{1,62}$/, 'must be the name of a bucket')
      .optional(),
    S3_REGION: z.string().default('us-east-1'),
    S3_ACCESS_KEY_ID: z.string().optional(),
    /** Never logged. */
    S3_SECRET_ACCESS_KEY: z.string().optional(),
    /** Services of the operator that users get tokens for. Without any, there are no tokens and no key set. */
    ACCESS_TOKEN_AUDIENCES: z.string().default('').transform(audiences),
    /** `development` enables development tools; set by npm run dev. */
    NODE_ENV: z.string().default('production'),
    /** `off` removes the service worker from browsers that have it. */
    SERVICE_WORKER: z.enum(['on', 'off'], { error: 'must be on or off' }).default('on'),
    /** `off` applies migrations without a database backup. */
    BACKUP_BEFORE_MIGRATE: z.enum(['on', 'off'], { error: 'must be on or off' }).default('on'),
    /** Bearer token of /metrics, which does not exist without it. Never logged. */
    METRICS_TOKEN: z.string().min(16, 'must be at least 16 characters, preferably random').optional(),
    ...tracingSettings,
    LOG_LEVEL: z.enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(', ')}` }).default('info'),
    /** Delay between "not ready" and closing the port at a stop, for load balancers, ms. 0 by default, for Ctrl-C. */
    SHUTDOWN_DELAY_MS: wholeNumber(0, 600_000).default(0),
    /** Megabytes of rendered pages in DATA_DIR, which survive restarts. 0: none. */
    PAGE_CACHE_DISK_MB: wholeNumber(0, 1_000_000).default(256),
    /** Number of web processes. Default: one for each processor core but one, at least one. */
    WORKERS: wholeNumber(1, 64).optional(),
  })
  .superRefine(({ ADMIN_EMAIL, ADMIN_PASSWORD, S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, ...rest }, context) => {
    allOrNone(context, { ADMIN_EMAIL, ADMIN_PASSWORD });
    allOrNone(context, { DKIM_DOMAIN: rest.DKIM_DOMAIN, DKIM_SELECTOR: rest.DKIM_SELECTOR, DKIM_KEY_FILE: rest.DKIM_KEY_FILE });
    allOrNone(context, { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY });
    if (rest.WAL_ARCHIVE_DIR !== undefined && rest.DATABASE_URL !== undefined)
      context.addIssue({ code: 'custom', path: ['WAL_ARCHIVE_DIR'], message: `is only for the embedded database; ${OWN_ARCHIVE}` });
    for (const name of ['DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL'] as const)
      if (rest[name] !== undefined) allOrNone(context, { [name]: '', DATABASE_URL: rest.DATABASE_URL });
    // The issuer of tokens must stay the same, and other services must reach it.
    if (rest.ACCESS_TOKEN_AUDIENCES.length > 0) allOrNone(context, { ACCESS_TOKEN_AUDIENCES: '', PUBLIC_URL: rest.PUBLIC_URL });
  })
  .transform((env) => ({
    port: env.PORT,
    host: env.HOST,
    publicUrl: env.PUBLIC_URL ?? `http://localhost:${env.PORT}`,
    /** Only an explicit PUBLIC_URL restricts host names. */
    isPublicUrlSet: env.PUBLIC_URL !== undefined,
    dataDir: env.DATA_DIR,
    secret: env.SECRET,
    databaseUrl: env.DATABASE_URL,
    databaseReplicaUrl: env.DATABASE_REPLICA_URL,
    databaseDirectUrl: env.DATABASE_DIRECT_URL ?? env.DATABASE_URL,
    databaseWaitMs: env.DATABASE_WAIT_MS,
    archiveDir: env.WAL_ARCHIVE_DIR,
    trustedProxies: env.TRUSTED_PROXIES,
    smtpUrl: env.SMTP_URL,
    /** Whether emails are delivered. In development the outbox counts as a mail server. */
    hasMailServer: env.SMTP_URL !== undefined || env.NODE_ENV !== 'production',
    dkim:
      env.DKIM_DOMAIN === undefined || env.DKIM_SELECTOR === undefined || env.DKIM_KEY_FILE === undefined
        ? undefined
        : { domain: env.DKIM_DOMAIN, selector: env.DKIM_SELECTOR, keyFile: env.DKIM_KEY_FILE },
    newsletterRate: env.NEWSLETTER_RATE,
    allowPrivateWebhooks: env.WEBHOOK_ALLOW_PRIVATE === 'on',
    functionSettings: readFunctionSettings(env),
    mailFrom: sender(env),
    contact: {
      /** Undefined when no email could be sent: contact messages are then only at /manage-inbox. */
      to: env.CONTACT_EMAIL ?? parseEmailAddress(env.ADMIN_EMAIL ?? '') ?? parseEmailAddress(sender(env).address),
      /** Shown to users in replies, so never the login email of an administrator unless configured here. */
      replyTo: env.CONTACT_EMAIL,
    },
    firstAdmin:
      env.ADMIN_EMAIL === undefined || env.ADMIN_PASSWORD === undefined
        ? undefined
        : { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD },
    s3:
      env.S3_ENDPOINT === undefined || !env.S3_BUCKET || !env.S3_ACCESS_KEY_ID || !env.S3_SECRET_ACCESS_KEY
        ? undefined
        : {
            ...{ endpoint: env.S3_ENDPOINT, bucket: env.S3_BUCKET, region: env.S3_REGION },
            ...{ accessKeyId: env.S3_ACCESS_KEY_ID, secretAccessKey: env.S3_SECRET_ACCESS_KEY },
          },
    tokenAudiences: env.ACCESS_TOKEN_AUDIENCES,
    isDevelopment: env.NODE_ENV === 'development',
    isWorkerOff: env.SERVICE_WORKER === 'off',
    isBackedUpBeforeMigrations: env.BACKUP_BEFORE_MIGRATE === 'on',
    metricsToken: env.METRICS_TOKEN,
    isTraced: readTracingSettings(env),
    logLevel: env.LOG_LEVEL,
    shutdownDelayMs: env.SHUTDOWN_DELAY_MS,
    pageCacheDiskBytes: env.PAGE_CACHE_DISK_MB * 1024 * 1024,
    // `npm run dev` restarts one process.
    workers: env.WORKERS ?? (env.NODE_ENV === 'production' ? Math.max(1, availableParallelism() - 1) : 1),
  }));

/** Talewood's settings. `databaseUrl` and `databaseDirectUrl`: undefined for the embedded database. */
export type Config = Readonly<z.infer<typeof ConfigSchema> & { identityProviders: readonly IdentityProviderSettings[] }> & {
  /** Warnings about deprecated names in use. */
  readonly deprecations: readonly string[];
};

/** Reads the settings of this process. @throws ConfigError as parseConfig does. */
export function readConfig(): Config {
  return parseConfig(process.env);
}

/**
 * Parses the settings from environment variables; an empty variable counts as not set. Former names are still read.
 * @throws ConfigError naming every invalid variable.
 */
export function parseConfig(env: Record<string, string | undefined>): Config {
  const set = Object.fromEntries(Object.entries(env).flatMap(([name, value]) => (value?.trim() ? [[name, trimmed(name, value)]] : [])));
  const deprecations: string[] = [];
  for (const [former, name] of Object.entries(RENAMED)) {
    if (set[former] === undefined) continue;
    const remark = set[name] === undefined ? '' : ` (${former} is ignored because both are set)`;
    deprecations.push(`${former} is deprecated; use ${name} instead${remark}.`);
    set[name] ??= set[former];
  }
  const parsed = ConfigSchema.safeParse(set);
  const { providers: identityProviders, problems: ofProviders } = parseIdentityProviders(set);
  if (parsed.success && ofProviders.length === 0)
    return Object.freeze({ ...parsed.data, trustedProxies: Object.freeze(parsed.data.trustedProxies), identityProviders, deprecations });
  const problems = [...(parsed.error?.issues ?? []).map((issue) => `${issue.path.join('.')} ${issue.message}`), ...ofProviders];
  throw new ConfigError(['Invalid settings in the environment:', ...problems.map((problem) => `  ${problem}`)].join('\n'));
}

/** Passwords are not trimmed, as at login. */
function trimmed(name: string, value: string): string {
  return name === 'ADMIN_PASSWORD' ? value : value.trim();
}

/** Requires all of these settings when one is set. */
function allOrNone(context: z.RefinementCtx, settings: Record<string, string | undefined>): void {
  const names = Object.keys(settings);
  const set = names.find((name) => settings[name] !== undefined);
  if (set === undefined) return;
  for (const missing of names.filter((name) => settings[name] === undefined))
    context.addIssue({ code: 'custom', path: [missing], message: `is required when ${set} is set` });
}

function databaseUrl(of: { isReplica?: boolean } = {}) {
  const problemOf = (text: unknown) => databaseUrlProblem(String(text), of);
  return z.string().refine((text) => problemOf(text) === undefined, { error: ({ input }) => problemOf(input) });
}

function wholeNumber(min: number, max: number) {
  return z
    .string()
    .regex(/^\d{1,9}$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be a whole number from ${min} to ${max}`);
}

function siteAddress(text: string, context: z.RefinementCtx): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.hash && !url.username) return url.origin;
  context.addIssue({ code: 'custom', message: 'must be an http:// or https:// URL without a path, for example https://tales.example' });
  return z.NEVER;
}

function isSmtpUrl(text: string): boolean {
  return URL.canParse(text) && /^smtps?:$/.test(new URL(text).protocol) && new URL(text).hostname !== '';
}

/** The sender of emails. With a host without a dot, such as localhost, replies are not possible. */
function sender({ MAIL_FROM, PUBLIC_URL }: { MAIL_FROM?: MailSender | undefined; PUBLIC_URL?: string | undefined }): MailSender {
  return MAIL_FROM ?? { name: undefined, address: `talewood@${new URL(PUBLIC_URL ?? 'http://localhost').hostname}` };
}

function bareAddress(text: string, context: z.RefinementCtx): string {
  const address = parseEmailAddress(text);
  if (address !== undefined) return address;
  context.addIssue({ code: 'custom', message: 'must be an email address, for example hello@tales.example' });
  return z.NEVER;
}

/** "tales@tales.example" or "Tales <tales@tales.example>". */
function mailSender(text: string, context: z.RefinementCtx): MailSender {
  const { name, bare, bracketed } =
    /^(?:(?:(?<name>[^<>"\p{Cc}]{1,80}) )?<(?<bracketed>[^<>]+)>|(?<bare>[^<>]+))$/u.exec(text)?.groups ?? {};
  const address = parseEmailAddress(bracketed ?? bare ?? '');
  if (address !== undefined) return { name, address };
  context.addIssue({ code: 'custom', message: 'must be an email address, for example tales@tales.example or Tales <tales@tales.example>' });
  return z.NEVER;
}

/** Parses "https://chat.example, https://forum.example/app". Tokens are compared exactly, so only canonical URLs are accepted. */
function audiences(text: string, context: z.RefinementCtx): readonly string[] {
  const list = [...new Set(text.split(',').flatMap((part) => part.trim() || []))];
  for (const part of list.filter((part) => !isAudience(part))) {
    context.addIssue({
      code: 'custom',
      message: `must be a comma-separated list of http:// or https:// URLs without a trailing slash, for example https://chat.example; "${part}" is not one`,
    });
  }
  return list;
}

function isAudience(text: string): boolean {
  if (!/^https?:/.test(text) || !URL.canParse(text)) return false;
  const { origin, pathname } = new URL(text);
  return text === origin + pathname.replace(/\/$/, '');
}

/** The version in package.json. */
export const VERSION = (JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }).version;
