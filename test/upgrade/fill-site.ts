import type pg from 'pg';
import { createPasskey } from '../authenticator.ts';
import { totpOf } from '../totp.ts';
import { addCatalogue, addImports, addTales, daysFromNow, type Saved } from './fill-tales.ts';
import { HttpClient, linkInEmail, waitFor } from './http-client.ts';

/** Fills an empty site through its API with every kind of data that users can save, all of which an upgrade must preserve. */

export const ADMIN = { name: 'Administrator', email: 'ada@tales.example', password: 'seven ravens over a glass mountain' };
const PASSWORD = 'the robber girl kept a reindeer';

/** `cookie`: of an active session. */
export type Login = { email: string; password: string; cookie: string };

/** Credentials that cannot be read back. */
export type Secrets = {
  admin: Login;
  editor: Login;
  reader: Login & { totpUri: string; recoveryCodes: string[] };
  keys: { write: string; revoked: string };
  passkey: { id: string; privateKey: string; owner: string };
  /** Tokens of an unverified account, and of an unverified new email address. */
  verification: { token: string; email: string };
  emailChange: { token: string; email: string };
  /** Paths in emails and preview links. */
  links: Record<'preview' | 'unsubscribe' | 'preferences', string>;
};

type FillOptions = { origin: string; dataDir: string; client: pg.Client };

/** Fills a new site whose first administrator is ADMIN, and which writes emails to the outbox of `dataDir`. */
export async function fillSite({ origin, dataDir, client }: FillOptions): Promise<Secrets> {
  const visitor = new HttpClient(origin);
  const admin = new HttpClient(origin);
  if ((await admin.logIn(ADMIN)).status !== 200) throw new Error('The first administrator cannot log in.');
  const users = await addUsers({ origin, dataDir, client, admin });
  const { editor, reader } = users;
  const tales = await addTales(editor);
  const links = await addCatalogue(editor, tales);
  await addImports(editor);
  await addReaderLibrary(reader, tales);
  const newsletter = await addNewsletter({ origin, dataDir, client, editor, tales });
  await addMessages(visitor, admin, tales[0] as Saved);
  await addPageVersions(admin);
  const keys = await addKeys(admin);
  await addCounts(visitor, tales);
  return {
    admin: { ...ADMIN, cookie: admin.cookie },
    ...{ editor: { email: 'kay@tales.example', password: PASSWORD, cookie: editor.cookie }, keys, passkey: users.passkey },
    reader: { email: 'gerda@tales.example', password: PASSWORD, cookie: reader.cookie, ...users.secondFactor },
    ...{ verification: users.verification, emailChange: users.emailChange, links: { ...links, ...newsletter } },
  };
}

type UserOptions = FillOptions & { admin: HttpClient };

async function addUsers({ origin, dataDir, client, admin }: UserOptions) {
  const register = async (name: string) => {
    const email = `${name.toLowerCase()}@tales.example`;
    await new HttpClient(origin).call('POST', '/registrations', { body: { name, email, password: PASSWORD } });
    const { token = '' } = await linkInEmail(dataDir, email, '/verify');
    return { token, email };
  };
  const verified = async (name: string) => {
    const client = new HttpClient(origin);
    await client.call('POST', '/verifications', { body: await register(name) });
    return client;
  };
  const [reader, editor] = [await verified('Gerda'), await verified('Kay')];
  const hans = await verified('Hans');
  await verified('Robber');
  const verification = await register('Wolf');
  const { users } = await admin.call('GET', '/admin/users');
  const idOf = (name: string): string => users.find((user: { name: string }) => user.name === name).id;
  await admin.call('PATCH', `/admin/users/${idOf('Kay')}`, { body: { role: 'admin' } });
  await admin.call('PATCH', `/admin/users/${idOf('Robber')}`, { body: { disabled: true } });
  // A role change ends all sessions.
  await editor.logIn({ email: 'kay@tales.example', password: PASSWORD });

  const settings = { reading: { theme: 'sepia' }, hiddenAges: ['13+'] };
  await reader.call('PUT', '/account/settings', { body: settings });
  await reader.call('PUT', '/account/newsletter', { body: { on: true, frequency: 'monthly' } });
  const { uri } = await reader.call('POST', '/account/second-factor', { body: { current: PASSWORD } });
  const { recoveryCodes } = await reader.call('PUT', '/account/second-factor', { body: { code: totpOf(uri) } });
  await hans.call('POST', '/account/email', { body: { current: PASSWORD, email: 'andersen@tales.example' } });
  const { token = '' } = await linkInEmail(dataDir, 'andersen@tales.example', '/change-email');
  const emailChange = { token, email: 'andersen@tales.example' };
  return {
    ...{ reader, editor, verification, emailChange, secondFactor: { totpUri: uri as string, recoveryCodes: recoveryCodes as string[] } },
    passkey: await addPasskey(client, idOf('Hans')),
  };
}

/** Inserts a passkey by SQL, as registration needs a browser. */
async function addPasskey(client: pg.Client, owner: string) {
  const { id, publicKey, privateKey } = createPasskey();
  await client.query(
    `insert into passkeys (user_id, name, credential_id, public_key, counter, device_type, backed_up, transports)
     values ($1, 'Phone', $2, $3, 0, 'multiDevice', true, 'internal')`,
    [owner, id, publicKey],
  );
  return { id, owner: 'Hans', privateKey };
}

async function addReaderLibrary(reader: HttpClient, tales: Saved[]): Promise<void> {
  const [full, renamed, other] = tales as [Saved, Saved, Saved];
  const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  const collection = 'e0000000-0000-4000-8000-000000000001';
  const deleted = 'e0000000-0000-4000-8000-000000000002';
  const changes = [
    { op: 'favorite', tale: full.id, on: true, at: at(9) },
    { op: 'favorite', tale: other.id, on: true, at: at(8) },
    { op: 'favorite', tale: other.id, on: false, at: at(7) },
    { op: 'shelf', shelf: collection, name: 'For Kay 🦊', at: at(6) },
    { op: 'shelve', shelf: collection, tale: renamed.id, on: true, at: at(5) },
    { op: 'shelve', shelf: collection, tale: full.id, on: true, at: at(4) },
    { op: 'shelf', shelf: deleted, name: 'Gone', at: at(4) },
    { op: 'shelf_gone', shelf: deleted, at: at(3) },
    { op: 'position', tale: full.id, place: '1.14', quote: 'a mill by a pond', progress: 0.4, finished: false, at: at(2) },
    { op: 'position', tale: other.id, place: '2.0', progress: 1, finished: true, at: at(1) },
  ];
  const { refused } = await reader.call('POST', '/bookshelf/changes', { body: { changes } });
  if (refused.length > 0) throw new Error(`Changes were rejected: ${JSON.stringify(refused)}`);
}

type Newsletter = FillOptions & { editor: HttpClient; tales: Saved[] };

/** Adds a sent, a skipped and a draft issue, and subscribers in every state. */
async function addNewsletter({ origin, dataDir, editor, tales }: Newsletter) {
  const [full, renamed] = tales as [Saved, Saved];
  const subscribe = async (name: string) => {
    const email = `${name}@readers.example`;
    await new HttpClient(origin).call('POST', '/newsletter', { body: { email } });
    return { email, token: (await linkInEmail(dataDir, email, '/newsletter/confirm')).token };
  };
  for (const name of ['weekly', 'monthly', 'leaving'])
    await new HttpClient(origin).call('POST', '/newsletter/confirmations', { body: await subscribe(name) });
  await subscribe('unconfirmed');
  const { schedule } = await editor.call('GET', '/admin/newsletter');
  const times = { is_on: true, weekday: 3, hour: 17, time_zone: 'Europe/Berlin' };
  await editor.call('PUT', '/admin/newsletter/schedule', { match: schedule.tag, body: times });

  const prepare = () => editor.call('POST', '/admin/newsletter/issues');
  const change = (issue: Saved, body: object) =>
    editor.call('PATCH', `/admin/newsletter/issues/${issue.id}`, { match: issue.version, body });
  const part = ({ id: taleId }: Saved, note = '') => ({ kind: 'new', taleId, note });
  let issue = await prepare();
  issue = await change(issue, {
    subject: 'News from the mill',
    opening: 'Dear readers,\n\nthe mill is open.',
    parts: [part(full, 'Our first'), part(renamed)],
  });
  await editor.call('POST', `/admin/newsletter/issues/${issue.id}/send`, { match: issue.version });
  await waitFor('an issue to be sent', async () => {
    const { status } = await editor.call('GET', `/admin/newsletter/issues/${issue.id}`);
    return status === 'sent' ? true : undefined;
  });
  const { key = '' } = await linkInEmail(dataDir, 'weekly@readers.example', '/newsletter/preferences');
  const leaving = await linkInEmail(dataDir, 'leaving@readers.example', '/newsletter/unsubscribe');
  const anyone = new HttpClient(origin);
  await anyone.call('POST', '/newsletter/unsubscribe', { body: { key: leaving.key } });
  const monthly = await linkInEmail(dataDir, 'monthly@readers.example', '/newsletter/preferences');
  await anyone.call('PUT', '/newsletter/preferences', { body: { key: monthly.key, frequency: 'monthly' } });

  const skipped = await prepare();
  await editor.call('POST', `/admin/newsletter/issues/${skipped.id}/skip`, { match: skipped.version });
  const next = await prepare();
  await change(next, { subject: 'Not sent yet', send_at: daysFromNow(20), parts: [part(renamed, 'Coming soon')] });
  return { unsubscribe: `/newsletter/unsubscribe?key=${key}`, preferences: `/newsletter/preferences?key=${key}` };
}

async function addMessages(visitor: HttpClient, admin: HttpClient, tale: Saved): Promise<void> {
  const write = (body: object) => visitor.call('POST', '/messages', { body });
  await write({ topic: 'mistake', message: 'There is a “pond” too many.', email: 'reader@readers.example', tale: tale.slug });
  await write({ topic: 'rights', message: 'This is mine.\nReally.' });
  await write({ topic: 'question', message: 'Is there a second mill?', email: 'reader@readers.example' });
  const { messages } = await admin.call('GET', '/admin/messages');
  const find = (topic: string) => messages.find((message: { topic: string }) => message.topic === topic).id;
  await admin.call('POST', `/admin/messages/${find('mistake')}/answer`, { body: { text: 'Thank you. We took it out.' } });
  await admin.call('PATCH', `/admin/messages/${find('rights')}`, { body: { status: 'closed' } });
}

async function addPageVersions(admin: HttpClient): Promise<void> {
  const version = async () => (await admin.call('GET', '/admin/pages/about')).version;
  const change = async (markdown: string) =>
    admin.call('PATCH', '/admin/pages/about', { match: await version(), body: { title: 'About the mill', markdown } });
  await change('We grind *tales*.');
  await change('We grind **fairy tales**.\n\n## Where\n\nBy the pond.');
  await admin.call('PATCH', '/admin/pages/privacy', { match: 0, body: { markdown: 'We keep nothing.' } });
  const { version: newest } = await admin.call('GET', '/admin/pages/privacy');
  await admin.call('POST', '/admin/pages/privacy/restore', { match: newest, body: { version: 0 } });
}

async function addKeys(admin: HttpClient): Promise<Secrets['keys']> {
  const create = (name: string, scope: string) =>
    admin.call('POST', '/admin/keys', { body: { name, scope, expires_at: null, current: ADMIN.password } });
  const write = await create('Publishing script', 'write');
  const revoked = await create('Former script', 'read');
  await admin.call('DELETE', `/admin/keys/${revoked.key.id}`);
  await admin.call('GET', '/admin/tales', { key: write.secret });
  return { write: write.secret, revoked: revoked.secret };
}

async function addCounts(visitor: HttpClient, [full]: Saved[]): Promise<void> {
  for (const kind of ['read', 'finish']) await visitor.call('POST', '/counts', { body: { kind, tale: full?.id } });
  await visitor.send('GET', '/tales?q=a+wolf+in+boots');
}
