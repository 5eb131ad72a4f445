/** Fills a new site of the current version, and writes its data and responses into a folder beside this file. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { migrate } from '#src/platform/db/migrate.ts';
import { migrateJobs } from '#src/platform/jobs/migrate-jobs.ts';
import { startEmbeddedPostgres } from '#src/platform/postgres/embedded-postgres.ts';
import { MIGRATIONS, silent } from '../database-server.ts';
import { startSite } from '../site.ts';
import { dumpRows, listAppliedMigrations } from './database-dump.ts';
import { ADMIN, fillSite } from './fill-site.ts';
import { writeFixture } from './fixture.ts';
import { HttpClient } from './http-client.ts';
import { readSite } from './read-site.ts';
import { recordingEnv, saveStatements } from './statements.ts';

const SECRET = 'the secret of the fixtures, known to everybody';
const QUEUED_RECIPIENT = 'kay@tales.example';

async function create(version: string): Promise<string> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'talewood-fixture-'));
  const postgres = await startEmbeddedPostgres({ dataDir: path.join(dataDir, 'server'), log: silent, durable: false });
  const client = new pg.Client({ connectionString: postgres.url });
  try {
    await migrate(postgres.url, { folder: MIGRATIONS, log: silent });
    await migrateJobs(postgres.url, { log: silent });
    await client.connect();
    // Without the starter library, to keep the fixture small.
    await client.query("insert into seed_runs (name, tales) values ('starter library', 0)");
    const recording = path.join(dataDir, 'statements');
    const env = {
      ...recordingEnv(recording),
      DATA_DIR: dataDir,
      SECRET,
      NODE_ENV: 'development',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
    };
    const site = await startSite({ databaseUrl: postgres.url, env });
    const secrets = await fillSite({ origin: site.origin, dataDir, client }).finally(() => site.stop());
    const { answers, origin } = await queueEmail(postgres.url, { ...env, SMTP_URL: 'smtp://127.0.0.1:1' }, (url) => readSite(url, secrets));
    await saveStatements(version, recording, client);
    const sql = await dumpRows(client);
    return await writeFixture({
      ...{ version, takenAt: new Date().toISOString(), secret: SECRET, schema: await listAppliedMigrations(client), secrets },
      ...{ files: await readFiles(dataDir, ['media', 'imports']), queuedEmail: QUEUED_RECIPIENT, answers },
      sql: [site.origin, origin].reduce((text, each) => text.replaceAll(each.replace('http://', ''), 'localhost:3000'), sql),
    });
  } finally {
    await client.end();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Starts the site with a mail server that is down, reads it, and leaves an email in the queue. */
async function queueEmail<Answers>(databaseUrl: string, env: Record<string, string>, read: (origin: string) => Promise<Answers>) {
  const site = await startSite({ databaseUrl, env });
  try {
    const answers = await read(site.origin);
    await new HttpClient(site.origin).call('POST', '/password-resets', { body: { email: QUEUED_RECIPIENT } });
    await site.logged(({ event }) => event === 'mail_failed');
    return { answers, origin: site.origin };
  } finally {
    await site.stop();
  }
}

async function readFiles(dataDir: string, folders: string[]): Promise<Record<string, string>> {
  const files: [string, string][] = [];
  for (const folder of folders) {
    const entries = await readdir(path.join(dataDir, folder), { recursive: true, withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      if (!entry.isFile() || entry.name.startsWith('.')) continue;
      const file = path.join(entry.parentPath, entry.name);
      files.push([path.relative(dataDir, file), (await readFile(file)).toString('base64')]);
    }
  }
  return Object.fromEntries(files.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

const [version = ''] = process.argv.slice(2);
if (!/^\d+\.\d+\.\d+$/.test(version)) {
  process.stderr.write('Usage: npm run upgrade-fixture -- VERSION\nExample: npm run upgrade-fixture -- 1.2.0\n');
  process.exit(2);
}
process.stdout.write(`Wrote ${await create(version)}\n`);
