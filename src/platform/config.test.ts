import { availableParallelism } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { problemsOf } from '#test/settings.ts';
import { ConfigError, parseConfig } from './config.ts';

describe('the configuration', () => {
  it('works with an empty environment', () => {
    expect(parseConfig({})).toEqual({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
      isPublicUrlSet: false,
      dataDir: path.resolve('data'),
      secret: undefined,
      databaseUrl: undefined,
      databaseDirectUrl: undefined,
      databaseWaitMs: 0,
      trustedProxies: [],
      tokenAudiences: [],
      smtpUrl: undefined,
      hasMailServer: false,
      mailFrom: { name: undefined, address: 'talewood@localhost' },
      newsletterRate: 1200,
      allowPrivateWebhooks: false,
      functionSettings: { folder: path.resolve('data/functions'), account: undefined, allowPrivate: false, concurrency: 3 },
      contact: { to: undefined, replyTo: undefined },
      firstAdmin: undefined,
      isDevelopment: false,
      isWorkerOff: false,
      isBackedUpBeforeMigrations: true,
      isTraced: false,
      logLevel: 'info',
      pageCacheDiskBytes: 256 * 1024 * 1024,
      shutdownDelayMs: 0,
      workers: Math.max(1, availableParallelism() - 1),
      identityProviders: [],
      deprecations: [],
    });
  });

  it('reads every variable', () => {
    const env = {
      PORT: '8080',
      HOST: '::',
      PUBLIC_URL: 'https://tales.example/',
      DATA_DIR: '/srv/tales',
      SECRET: 'once upon a time there was a secret',
      DATABASE_URL: 'postgresql://teller:secret@db.example:5433/tales?sslmode=require',
      DATABASE_DIRECT_URL: 'postgresql://teller:secret@db1.example,db2.example/tales',
      DATABASE_WAIT_MS: '60000',
      TRUSTED_PROXIES: '10.0.0.0/8, ::1,192.0.2.7',
      ACCESS_TOKEN_AUDIENCES: 'https://chat.example, http://localhost:4000/app,https://chat.example',
      SMTP_URL: 'smtp://teller:secret@mail.example:587',
      MAIL_FROM: 'Tales <hello@tales.example>',
      DKIM_DOMAIN: 'tales.example',
      DKIM_SELECTOR: '2026a',
      DKIM_KEY_FILE: '/srv/dkim.pem',
      NEWSLETTER_RATE: '60',
      WEBHOOK_ALLOW_PRIVATE: 'on',
      FUNCTIONS_DIR: '/srv/functions',
      FUNCTIONS_ACCOUNT: 'Robot@tales.example',
      FUNCTIONS_ALLOW_PRIVATE: 'on',
      FUNCTIONS_CONCURRENCY: '10',
      ADMIN_EMAIL: ' teller@tales.example ',
      ADMIN_PASSWORD: ' three geese and a lantern ',
      NODE_ENV: 'development',
      SERVICE_WORKER: 'off',
      BACKUP_BEFORE_MIGRATE: 'off',
      METRICS_TOKEN: 'a-token-for-prometheus',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318',
      LOG_LEVEL: 'warn',
      PAGE_CACHE_DISK_MB: '10',
      SHUTDOWN_DELAY_MS: '5000',
      WORKERS: '3',
    };
    expect(parseConfig(env)).toEqual({
      port: 8080,
      host: '::',
      publicUrl: 'https://tales.example',
      isPublicUrlSet: true,
      dataDir: '/srv/tales',
      secret: env.SECRET,
      databaseUrl: env.DATABASE_URL,
      databaseDirectUrl: env.DATABASE_DIRECT_URL,
      databaseWaitMs: 60_000,
      trustedProxies: ['10.0.0.0/8', '::1', '192.0.2.7'],
      tokenAudiences: ['https://chat.example', 'http://localhost:4000/app'],
      smtpUrl: env.SMTP_URL,
      hasMailServer: true,
      mailFrom: { name: 'Tales', address: 'hello@tales.example' },
      dkim: { domain: 'tales.example', selector: '2026a', keyFile: '/srv/dkim.pem' },
      newsletterRate: 60,
      allowPrivateWebhooks: true,
      functionSettings: { folder: '/srv/functions', account: 'robot@tales.example', allowPrivate: true, concurrency: 10 },
      contact: { to: 'teller@tales.example', replyTo: undefined },
      firstAdmin: { email: 'teller@tales.example', password: ' three geese and a lantern ' },
      isDevelopment: true,
      isWorkerOff: true,
      isBackedUpBeforeMigrations: false,
      metricsToken: 'a-token-for-prometheus',
      isTraced: true,
      logLevel: 'warn',
      pageCacheDiskBytes: 10 * 1024 * 1024,
      shutdownDelayMs: 5000,
      workers: 3,
      identityProviders: [],
      deprecations: [],
    });
  });

  it('builds PUBLIC_URL on PORT, and treats an empty variable as unset', () => {
    expect(parseConfig({ PORT: '4000', PUBLIC_URL: '', DATA_DIR: '  ' })).toMatchObject({
      publicUrl: 'http://localhost:4000',
      dataDir: path.resolve('data'),
    });
  });

  it.each([
    [{}, false],
    [{ SMTP_URL: 'smtp://mail.example' }, true],
    [{ NODE_ENV: 'development' }, true],
    [{ NODE_ENV: 'production' }, false],
  ])('determines how emails are sent: %j', (env, reach) => {
    expect(parseConfig(env).hasMailServer).toBe(reach);
  });

  it('cannot be changed', () => {
    const config = parseConfig({});
    expect(Object.isFrozen(config) && Object.isFrozen(config.trustedProxies)).toBe(true);
  });

  it('lists every problem, a line each, and no secret', () => {
    const env = {
      PORT: '80000',
      PUBLIC_URL: 'tales.example',
      SECRET: 'open sesame',
      DATABASE_URL: 'mysql://teller:secret@db.example/tales',
      TRUSTED_PROXIES: '10.0.0.0/8, everyone, 10.0.0.0/64',
      SMTP_URL: 'http://teller:secret@mail.example',
      MAIL_FROM: 'Tales <hello@tales.example>, x@y.example',
      METRICS_TOKEN: 'short secret',
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'collector:4318',
      LOG_LEVEL: 'loud',
      SHUTDOWN_DELAY_MS: '5s',
    };
    expect(problemsOf(env)).toEqual([
      'Invalid settings in the environment:',
      '  PORT must be a whole number from 0 to 65535',
      '  PUBLIC_URL must be an http:// or https:// URL without a path, for example https://tales.example',
      '  SECRET must be at least 32 characters, preferably random',
      '  DATABASE_URL must look like postgresql://user:password@host:5432/name; several hosts are separated by commas',
      '  TRUSTED_PROXIES must be a comma-separated list of IP addresses or networks, for example 10.0.0.0/8; "everyone" is neither',
      '  TRUSTED_PROXIES must be a comma-separated list of IP addresses or networks, for example 10.0.0.0/8; "10.0.0.0/64" is neither',
      '  SMTP_URL must look like smtp://user:password@mail.example:587, or smtps:// for TLS at once',
      '  MAIL_FROM must be an email address, for example tales@tales.example or Tales <tales@tales.example>',
      '  METRICS_TOKEN must be at least 16 characters, preferably random',
      '  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT must be an http:// or https:// URL, for example http://localhost:4318',
      '  LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent',
      '  SHUTDOWN_DELAY_MS must be a whole number from 0 to 600000',
    ]);
  });

  it.each(['ftp://tales.example', 'https://tales.example/path', 'https://tales.example?x', 'https://me@tales.example', 'localhost:3000'])(
    'refuses %s as PUBLIC_URL',
    (PUBLIC_URL) => {
      expect(() => parseConfig({ PUBLIC_URL })).toThrow(ConfigError);
    },
  );

  it.each([
    ['hello@tales.example', { name: undefined, address: 'hello@tales.example' }],
    ['<hello@tales.example>', { name: undefined, address: 'hello@tales.example' }],
    ['The Märchen <hello@Märchen.example>', { name: 'The Märchen', address: 'hello@xn--mrchen-bua.example' }],
  ])('accepts %s as MAIL_FROM', (MAIL_FROM, mailFrom) => {
    expect(parseConfig({ MAIL_FROM })).toMatchObject({ mailFrom });
  });

  it.each([
    [{ DKIM_DOMAIN: 'tales.example', DKIM_SELECTOR: 'a' }, '  DKIM_KEY_FILE is required when DKIM_DOMAIN is set'],
    [{ DKIM_DOMAIN: 'tales', DKIM_SELECTOR: 'a', DKIM_KEY_FILE: 'k' }, '  DKIM_DOMAIN must be a domain, for example tales.example'],
    [
      { DKIM_DOMAIN: 'tales.example', DKIM_SELECTOR: 'a; t=y', DKIM_KEY_FILE: 'k' },
      '  DKIM_SELECTOR must be letters, digits and hyphens, for example 2026a',
    ],
    [{ NEWSLETTER_RATE: '0' }, '  NEWSLETTER_RATE must be a whole number from 10 to 600000'],
    [{ ADMIN_EMAIL: 'teller@tales.example' }, '  ADMIN_PASSWORD is required when ADMIN_EMAIL is set'],
    [{ ADMIN_PASSWORD: 'three geese' }, '  ADMIN_EMAIL is required when ADMIN_PASSWORD is set'],
    [{ ADMIN_EMAIL: 'teller', ADMIN_PASSWORD: 'three geese' }, '  ADMIN_EMAIL must be an email address, for example teller@tales.example'],
  ])('rejects an incomplete administrator: %s', (env, problem) => {
    expect(problemsOf(env)).toEqual(['Invalid settings in the environment:', problem]);
  });

  it.each([
    [{}, { to: undefined, replyTo: undefined }],
    [{ PUBLIC_URL: 'https://tales.example' }, { to: 'talewood@tales.example', replyTo: undefined }],
    [{ MAIL_FROM: 'Tales <hello@tales.example>' }, { to: 'hello@tales.example', replyTo: undefined }],
    [
      { ADMIN_EMAIL: 'keeper@Tales.example', ADMIN_PASSWORD: 'x' },
      { to: 'keeper@tales.example', replyTo: undefined },
    ],
    [{ CONTACT_EMAIL: 'letters@Märchen.example', ADMIN_EMAIL: 'keeper@tales.example', ADMIN_PASSWORD: 'x' }, CONTACT],
  ])('with %o contact messages are sent to %o', (env, contact) => {
    expect(parseConfig(env).contact).toEqual(contact);
  });

  it('rejects an invalid CONTACT_EMAIL', () => {
    const problem = '  CONTACT_EMAIL must be an email address, for example hello@tales.example';
    expect(problemsOf({ CONTACT_EMAIL: 'Tales <hello@tales.example>' })).toEqual(['Invalid settings in the environment:', problem]);
  });

  it.each([
    'https://chat.example/',
    'chat.example',
    'ftp://chat.example',
    'https://me@chat.example',
    'https://Chat.example',
    'https://x.example?a',
  ])('rejects %s as an audience of tokens', (audience) => {
    const [, problem] = problemsOf({ PUBLIC_URL: 'https://tales.example', ACCESS_TOKEN_AUDIENCES: `https://forum.example, ${audience}` });
    expect(problem).toMatch(/^ {2}ACCESS_TOKEN_AUDIENCES must be a comma-separated list of .* without a trailing slash/);
    expect(problem?.endsWith(`"${audience}" is not one`)).toBe(true);
  });

  it('requires PUBLIC_URL for tokens, which name it as their issuer', () => {
    const problem = '  PUBLIC_URL is required when ACCESS_TOKEN_AUDIENCES is set';
    expect(problemsOf({ ACCESS_TOKEN_AUDIENCES: 'https://chat.example' })).toEqual(['Invalid settings in the environment:', problem]);
  });

  it('accepts WAL_ARCHIVE_DIR as an absolute path, only with the embedded database', () => {
    expect(parseConfig({ WAL_ARCHIVE_DIR: 'archive' }).archiveDir).toBe(path.resolve('archive'));
    const [, problem] = problemsOf({ WAL_ARCHIVE_DIR: '/archive', DATABASE_URL: 'postgresql://teller@db.example/tales' });
    expect(problem).toMatch(/^ {2}WAL_ARCHIVE_DIR is only for the embedded database; .*pgBackRest/);
  });

  it('reads former names with a warning; the new name wins', () => {
    const former = parseConfig({ ARCHIVE_DIR: '/archive', SHUTDOWN_WAIT_MS: '10' });
    expect(former).toMatchObject({ archiveDir: '/archive', shutdownDelayMs: 10 });
    expect(former.deprecations).toEqual([
      'ARCHIVE_DIR is deprecated; use WAL_ARCHIVE_DIR instead.',
      'SHUTDOWN_WAIT_MS is deprecated; use SHUTDOWN_DELAY_MS instead.',
    ]);
    const both = parseConfig({ SHUTDOWN_WAIT_MS: '10', SHUTDOWN_DELAY_MS: '20' });
    expect(both.shutdownDelayMs).toBe(20);
    expect(both.deprecations[0]).toContain('is ignored because both are set');
  });

  it.each(['-1', '1e3', '3000.5', '0x10', '３０００', 'NaN'])('refuses %s as PORT', (PORT) => {
    expect(() => parseConfig({ PORT })).toThrow('PORT must be a whole number');
  });
});

const CONTACT = { to: 'letters@xn--mrchen-bua.example', replyTo: 'letters@xn--mrchen-bua.example' };
