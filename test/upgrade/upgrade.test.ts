import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate } from '#src/platform/db/migrate.ts';
import { createPasskey } from '../authenticator.ts';
import { createTestDatabase, MIGRATIONS, silent, type TestDatabase } from '../database.ts';
import { EXPECTED_FACET_COUNTS, STORED_FACET_COUNTS } from '../facet-counts.ts';
import { type Site, startSite } from '../site.ts';
import { totpOf } from '../totp.ts';
import { type Contents, readContents, restoreRows } from './database-dump.ts';
import { type Fixture, listFixtures, readFixture } from './fixture.ts';
import { HttpClient, linkInEmail } from './http-client.ts';
import { readSite } from './read-site.ts';

/** Upgrades the database of each former release and checks that nothing is lost: see README.md. */

/**
 * Columns that a later migration changes or drops intentionally, by release and with the reason. Renamed tables and columns need no entry.
 */
const NEW_FACETS = Object.fromEntries(
  ['author_cells.facets', 'facet_cells.facets', 'facet_counts.author_id', 'facet_counts.facet', 'facet_counts.tales', 'tales.facets'].map(
    (name) => [name, '0075 adds the facets of moods and of tales without anything scary'],
  ),
);
const INTENTIONAL_CHANGES: Record<string, Record<string, string>> = { '0.1.0': NEW_FACETS, '1.0.0': NEW_FACETS };
/** Responses that are no longer compared, by release and with the reason: "admin /api/v1/admin/log". */
const IGNORED_RESPONSES: Record<string, Record<string, string>> = { '0.1.0': {} };

describe.each(await listFixtures())('data of %s', (version) => {
  let fixture: Fixture;
  let database: TestDatabase;
  let dataDir: string;
  let site: Site;
  let before: Contents;
  let after: Contents;
  let counts: { expected: unknown[]; stored: unknown[] };

  beforeAll(async () => {
    fixture = await readFixture(version);
    database = await createTestDatabase({ migrated: false });
    dataDir = await mkdtemp(path.join(os.tmpdir(), 'talewood-upgrade-'));
    for (const [name, base64] of Object.entries(fixture.files)) {
      await mkdir(path.dirname(path.join(dataDir, name)), { recursive: true });
      await writeFile(path.join(dataDir, name), Buffer.from(base64, 'base64'));
    }
    const client = new pg.Client({ connectionString: database.ownerUrl });
    await client.connect();
    try {
      await restoreRows(client, database.ownerUrl, fixture);
      before = await readContents(client);
      await migrate(database.ownerUrl, { folder: MIGRATIONS, log: silent });
      after = await readContents(client);
      counts = {
        expected: (await client.query(EXPECTED_FACET_COUNTS)).rows,
        stored: (await client.query(STORED_FACET_COUNTS)).rows,
      };
    } finally {
      await client.end();
    }
    const env = { DATA_DIR: dataDir, SECRET: fixture.secret, NODE_ENV: 'development' };
    site = await startSite({ databaseUrl: database.ownerUrl, env });
  });
  afterAll(async () => {
    await site?.stop();
    await database?.drop();
    await rm(dataDir, { recursive: true, force: true });
  });

  const openClient = (cookie = '') => new HttpClient(site.origin, cookie);

  test('is unchanged in every table after the migrations', () => {
    const reasons = INTENTIONAL_CHANGES[version] ?? {};
    const lost = [...before].filter(([id, { name, rows, hash }]) => {
      const now = after.get(id);
      return !(name in reasons) && (now?.rows !== rows || now.hash !== hash);
    });
    expect(lost.map(([id, { name }]) => `${name}: ${after.has(id) ? 'changed' : 'gone'}`)).toEqual([]);
    expect([...before.values()].filter(({ rows }) => rows > 0).length).toBeGreaterThan(200);
  });

  test('has correct facet counts after the migrations', () => {
    expect(counts.stored.length).toBeGreaterThan(10);
    expect(counts.stored).toEqual(counts.expected);
  });

  test('is returned with at least the fields of that release', async () => {
    const answers = await readSite(site.origin, fixture.secrets);
    const named = (list: typeof answers) =>
      Object.fromEntries(
        list
          .map(({ as, path: address, ...rest }) => [`${as} ${address}`, rest] as const)
          .filter(([name]) => !(name in (IGNORED_RESPONSES[version] ?? {}))),
      );
    expect(named(answers)).toMatchObject(named(fixture.answers));
    const failed = fixture.answers.filter(({ status }) => status >= 400).map(({ path: address, status }) => `${status} ${address}`);
    expect(failed).toEqual(['410 /tale/in-the-trash', '410 /tale/deleted-for-good', '404 /tale/a-tale-to-come']);
  });

  test('allows logins as before: by session, password, second factor, recovery code and passkey', async () => {
    const { admin, editor, reader, passkey } = fixture.secrets;
    for (const { cookie, email } of [admin, editor, reader])
      expect(await openClient(cookie).call('GET', '/me')).toMatchObject({ person: { email } });
    expect((await openClient().logIn(editor)).body).toMatchObject({ person: { name: 'Kay', role: 'admin' } });
    for (const code of [totpOf(reader.totpUri), reader.recoveryCodes[0]]) {
      const client = openClient();
      expect((await client.logIn(reader)).body).toEqual({ secondFactor: true });
      expect(await client.call('POST', '/session/code', { body: { code } })).toMatchObject({ person: { name: 'Gerda' } });
    }
    expect((await openClient().logIn({ email: 'robber@tales.example', password: reader.password })).status).toBe(401);
    const owner = openClient();
    const { challenge, rpId } = await owner.call('POST', '/session/passkey/options', { body: {} });
    const response = createPasskey(passkey).sign({ challenge, origin: site.origin, rpId });
    expect(await owner.call('POST', '/session/passkey', { body: { response } })).toMatchObject({ person: { name: passkey.owner } });
  });

  test('has valid and revoked API keys as before', async () => {
    const { write, revoked } = fixture.secrets.keys;
    const { tales } = await openClient().call('GET', '/admin/tales?q=The+New', { key: write });
    expect(tales).toHaveLength(1);
    expect((await openClient().send('GET', '/api/v1/admin/tales', { key: revoked })).status).toBe(401);
  });

  test('has links in emails that still work, also of a queued email', async () => {
    const { verification, emailChange, links } = fixture.secrets;
    expect(await openClient().call('POST', '/verifications', { body: verification })).toMatchObject({ person: { name: 'Wolf' } });
    expect((await openClient().send('PUT', '/api/v1/email-changes', { body: emailChange })).status).toBe(204);
    const { token, email } = await linkInEmail(dataDir, fixture.queuedEmail, '/reset-password');
    const password = 'a key of bone for the mountain';
    expect((await openClient().send('PUT', '/api/v1/password-resets', { body: { token, email, password } })).status).toBe(204);
    expect((await openClient().logIn({ email: fixture.queuedEmail, password })).status).toBe(200);
    const key = new URL(links.unsubscribe, site.origin).searchParams.get('key');
    expect(await openClient().call('GET', `/newsletter/preferences?key=${key}`)).toMatchObject({ isOn: true });
    await openClient().call('POST', '/newsletter/unsubscribe', { body: { key } });
    expect(await openClient().call('GET', `/newsletter/preferences?key=${key}`)).toMatchObject({ isOn: false });
  });

  test('can be edited: a tale is changed, and its previous version is saved', async () => {
    const { admin } = fixture.secrets;
    const editor = openClient(admin.cookie);
    const [{ id }] = (await editor.call('GET', '/admin/tales?q=The+Mill+by')).tales;
    const { version: read, title } = await editor.call('GET', `/admin/tales/${id}`);
    await editor.call('PATCH', `/admin/tales/${id}`, { match: read, body: { title: 'The Mill after the Upgrade' } });
    const { revisions } = await editor.call('GET', `/admin/tales/${id}/revisions`);
    expect(revisions[0]).toMatchObject({ version: read, title });
    await expect
      .poll(async () => (await openClient().send('GET', '/tale/the-mill-by-the-pond')).text)
      .toContain('The Mill after the Upgrade');
  });
});
