import { BlockList, isIP } from 'node:net';
import path from 'node:path';
import { z } from 'zod';
import { parseMailAddress } from './mail/address.ts';
import { StartError } from './start-errors.ts';

/** Settings come from the environment only, are read here and nowhere else, and never change while Talewood runs. */

/** The environment holds values that cannot be used. The message lists every one, a line each, without secrets. */
export class ConfigError extends StartError {
  override name = 'ConfigError';
}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

const SENDER = 'Talewood';

/** Why Talewood does not archive a database that it does not run. */
export const OWN_ARCHIVE =
  'a Postgres of your own (DATABASE_URL) is archived, and brought back, by its own means: pgBackRest, for instance';

export type MailSender = { name: string; address: string };

const ConfigSchema = z
  .object({
    /** TCP port of the site. */
    PORT: wholeNumber(0, 65_535).default(3000),
    /**
     * The address listened on. Loopback by default: plain HTTP with sign-in forms should not face a network before
     * someone has put a proxy with TLS in front and chosen so (HOST=0.0.0.0 in a container).
     */
    HOST: z.string().default('127.0.0.1'),
    /** Where readers reach the site, without a slash at the end; used in links of feeds, mails and the sitemap. */
    PUBLIC_URL: z.string().transform(siteAddress).optional(),
    /** Folder of the embedded database, pictures and generated secrets; absolute once parsed. */
    DATA_DIR: z
      .string()
      .default('./data')
      .transform((folder) => path.resolve(folder)),
    /**
     * Signs cookies and encrypts second factors; the same in all processes that share a database. Never logged. Without it
     * one is made and kept in DATA_DIR (secret.ts).
     */
    SECRET: z.string().min(32, 'must be at least 32 characters, best random ones').optional(),
    /** A Postgres to use instead of the embedded one. Holds a password: never logged. */
    DATABASE_URL: z.string().refine(isDatabaseUrl, 'must look like postgresql://user:password@host:5432/name').optional(),
    /** A folder, best on another disk, in which the log of the embedded database is archived; absolute once parsed. */
    ARCHIVE_DIR: z
      .string()
      .transform((folder) => path.resolve(folder))
      .optional(),
    /** Addresses or networks whose X-Forwarded-* headers are believed. */
    TRUSTED_PROXIES: z.string().default('').transform(networks),
    /** The mail server. Holds a password: never logged. Without one, mails become files in DATA_DIR/outbox. */
    SMTP_URL: z.string().refine(isSmtpUrl, 'must look like smtp://user:password@mail.example:587, or smtps:// for TLS at once').optional(),
    /** Who mails come from. */
    MAIL_FROM: z.string().transform(mailSender).optional(),
    /** Mails are signed for this domain, by the key that its DNS tells at the selector (RFC 6376). All three or none. */
    DKIM_DOMAIN: z
      .string()
      .refine((text) => parseMailAddress(`postmaster@${text}`) === `postmaster@${text}`, 'must be a domain, as tales.example')
      .optional(),
    DKIM_SELECTOR: z
      .string()
      .regex(
        /^(?=.{1,63}$)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/i,
        'must be letters, digits and hyphens, as 2026a',
      )
      .optional(),
    /** A private key in PEM; absolute once parsed. What is in it is never logged. */
    DKIM_KEY_FILE: z
      .string()
      .transform((file) => path.resolve(file))
      .optional(),
    /** Letters that go out in a minute at most, over all processes. */
    NEWSLETTER_RATE: wholeNumber(10, 600_000).default(1200),
    /** Who gets what readers write on the contact page. */
    CONTACT_EMAIL: z.string().transform(bareAddress).optional(),
    /** The first administrator, made at the start where there is none. The password is never logged. */
    ADMIN_EMAIL: z
      .string()
      .refine((text) => parseMailAddress(text) !== undefined, 'must be an address, as teller@tales.example')
      .optional(),
    ADMIN_PASSWORD: z.string().optional(),
    /** A store of the S3 kind for pictures, without a slash at the end. Without one they are files in DATA_DIR/media. */
    S3_ENDPOINT: z.string().transform(siteAddress).optional(),
    S3_BUCKET: z
      .string()
      .regex(/^[a-z0-9][a-z0-9.-]{1,62}$/, 'must be the name of a bucket')
      .optional(),
    S3_REGION: z.string().default('us-east-1'),
    S3_ACCESS_KEY_ID: z.string().optional(),
    /** Never logged. */
    S3_SECRET_ACCESS_KEY: z.string().optional(),
    /** `development` opens what helps while one works on the site; npm run dev sets it. */
    NODE_ENV: z.string().default('production'),
    /** `off` takes the service worker away from browsers that have it. */
    SERVICE_WORKER: z.enum(['on', 'off'], { error: 'must be on or off' }).default('on'),
    /** `off` applies migrations without a backup of the database before. */
    BACKUP_BEFORE_MIGRATE: z.enum(['on', 'off'], { error: 'must be on or off' }).default('on'),
    LOG_LEVEL: z.enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(', ')}` }).default('info'),
    /**
     * Milliseconds between "not ready" and closing the port at a stop, so that a load balancer can turn away first.
     * 0 without one: Ctrl-C should not wait.
     */
    SHUTDOWN_WAIT_MS: wholeNumber(0, 600_000).default(0),
  })
  .superRefine(({ ADMIN_EMAIL, ADMIN_PASSWORD, S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, ...rest }, context) => {
    allOrNone(context, { ADMIN_EMAIL, ADMIN_PASSWORD });
    allOrNone(context, { DKIM_DOMAIN: rest.DKIM_DOMAIN, DKIM_SELECTOR: rest.DKIM_SELECTOR, DKIM_KEY_FILE: rest.DKIM_KEY_FILE });
    allOrNone(context, { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY });
    if (rest.ARCHIVE_DIR !== undefined && rest.DATABASE_URL !== undefined)
      context.addIssue({ code: 'custom', path: ['ARCHIVE_DIR'], message: `is for the embedded database; ${OWN_ARCHIVE}` });
  })
  .transform((env) => ({
    port: env.PORT,
    host: env.HOST,
    publicUrl: env.PUBLIC_URL ?? `http://localhost:${env.PORT}`,
    /** Only a public address that someone chose tells which names the site answers to. */
    isPublicUrlSet: env.PUBLIC_URL !== undefined,
    dataDir: env.DATA_DIR,
    secret: env.SECRET,
    databaseUrl: env.DATABASE_URL,
    archiveDir: env.ARCHIVE_DIR,
    trustedProxies: env.TRUSTED_PROXIES,
    smtpUrl: env.SMTP_URL,
    /** Whether mails reach readers. Where nobody works in earnest the outbox is read, and counts as a mail server. */
    hasMailServer: env.SMTP_URL !== undefined || env.NODE_ENV !== 'production',
    dkim:
      env.DKIM_DOMAIN === undefined || env.DKIM_SELECTOR === undefined || env.DKIM_KEY_FILE === undefined
        ? undefined
        : { domain: env.DKIM_DOMAIN, selector: env.DKIM_SELECTOR, keyFile: env.DKIM_KEY_FILE },
    newsletterRate: env.NEWSLETTER_RATE,
    mailFrom: sender(env),
    contact: {
      /** Undefined where no mail could go: then letters of readers wait in the inbox alone. */
      to: env.CONTACT_EMAIL ?? parseMailAddress(env.ADMIN_EMAIL ?? '') ?? parseMailAddress(sender(env).address),
      /** Told to readers with an answer, and so never the address with which someone logs in, unless it was chosen for this. */
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
    isDevelopment: env.NODE_ENV === 'development',
    isWorkerOff: env.SERVICE_WORKER === 'off',
    isBackedUpBeforeMigrations: env.BACKUP_BEFORE_MIGRATE === 'on',
    logLevel: env.LOG_LEVEL,
    shutdownWaitMs: env.SHUTDOWN_WAIT_MS,
  }));

/** Talewood's settings. `databaseUrl` is undefined when the embedded database is to be used. */
export type Config = Readonly<z.infer<typeof ConfigSchema>>;

/** The settings of this process. Throws a ConfigError as parseConfig does. */
export function readConfig(): Config {
  return parseConfig(process.env);
}

/**
 * Reads the settings from variables. A variable set to nothing counts as not set.
 * Throws a ConfigError that names every variable that cannot be used.
 */
export function parseConfig(env: Record<string, string | undefined>): Config {
  const set = Object.fromEntries(Object.entries(env).flatMap(([name, value]) => (value?.trim() ? [[name, trimmed(name, value)]] : [])));
  const parsed = ConfigSchema.safeParse(set);
  if (parsed.success) return Object.freeze({ ...parsed.data, trustedProxies: Object.freeze(parsed.data.trustedProxies) });
  const problems = parsed.error.issues.map((issue) => `  ${issue.path.join('.')} ${issue.message}`);
  throw new ConfigError(['Some settings in the environment cannot be used:', ...problems].join('\n'));
}

/** A password is taken as it is: at sign-in nobody trims it either. */
function trimmed(name: string, value: string): string {
  return name === 'ADMIN_PASSWORD' ? value : value.trim();
}

/** Settings that mean something only together. */
function allOrNone(context: z.RefinementCtx, settings: Record<string, string | undefined>): void {
  const names = Object.keys(settings);
  const set = names.find((name) => settings[name] !== undefined);
  if (set === undefined) return;
  for (const missing of names.filter((name) => settings[name] === undefined))
    context.addIssue({ code: 'custom', path: [missing], message: `must be set too, as ${set} is` });
}

function wholeNumber(least: number, most: number) {
  return z
    .string()
    .regex(/^\d{1,9}$/, `must be a whole number from ${least} to ${most}`)
    .transform(Number)
    .refine((value) => value >= least && value <= most, `must be a whole number from ${least} to ${most}`);
}

function siteAddress(text: string, context: z.RefinementCtx): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.hash && !url.username) return url.origin;
  context.addIssue({ code: 'custom', message: 'must be http:// or https:// with a host and nothing after it, as https://tales.example' });
  return z.NEVER;
}

function isDatabaseUrl(text: string): boolean {
  return URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol);
}

function isSmtpUrl(text: string): boolean {
  return URL.canParse(text) && /^smtps?:$/.test(new URL(text).protocol) && new URL(text).hostname !== '';
}

/** Who mails come from. That of a host without a dot, as localhost, is no address that could be written to. */
function sender({ MAIL_FROM, PUBLIC_URL }: { MAIL_FROM?: MailSender | undefined; PUBLIC_URL?: string | undefined }): MailSender {
  return MAIL_FROM ?? { name: SENDER, address: `talewood@${new URL(PUBLIC_URL ?? 'http://localhost').hostname}` };
}

function bareAddress(text: string, context: z.RefinementCtx): string {
  const address = parseMailAddress(text);
  if (address !== undefined) return address;
  context.addIssue({ code: 'custom', message: 'must be an address, as hello@tales.example' });
  return z.NEVER;
}

/** "tales@tales.example" or "Tales <tales@tales.example>". */
function mailSender(text: string, context: z.RefinementCtx): MailSender {
  const {
    name = SENDER,
    bare,
    bracketed,
  } = /^(?:(?:(?<name>[^<>"\p{Cc}]{1,80}) )?<(?<bracketed>[^<>]+)>|(?<bare>[^<>]+))$/u.exec(text)?.groups ?? {};
  const address = parseMailAddress(bracketed ?? bare ?? '');
  if (address !== undefined) return { name, address };
  context.addIssue({ code: 'custom', message: 'must be an address, as tales@tales.example or Tales <tales@tales.example>' });
  return z.NEVER;
}

/** Splits "10.0.0.0/8, ::1" and checks each part, so that a slip is told at the start rather than distrusted in silence. */
function networks(text: string, context: z.RefinementCtx): readonly string[] {
  const list = text.split(',').flatMap((part) => part.trim() || []);
  for (const part of list.filter((part) => !isNetwork(part))) {
    context.addIssue({
      code: 'custom',
      message: `must be addresses or networks such as 10.0.0.0/8, with commas between; "${part}" is neither`,
    });
  }
  return list;
}

function isNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  if (prefix === undefined) return true;
  if (!/^\d{1,3}$/.test(prefix)) return false;
  try {
    new BlockList().addSubnet(address, Number(prefix), family === 4 ? 'ipv4' : 'ipv6');
    return true;
  } catch {
    return false;
  }
}
