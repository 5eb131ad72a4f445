import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { parseConfig } from '#src/platform/config.ts';
import { setSiteName } from '#src/platform/site-name.ts';
import { StartError } from '#src/platform/start-errors.ts';
import { verifyDkim } from '#test/dkim.ts';
import { openSmtpServer } from '#test/smtp.ts';
import { openTransport } from './open-transport.ts';
import type { OutgoingEmail } from './transport.ts';

const KEY = 'a'.repeat(64);
const MAIL: OutgoingEmail = {
  id: '019a0000-0000-7000-8000-000000000001',
  to: 'reader@tales.example',
  subject: 'Gänse, and a subject that is long enough to be folded over more than one line of the header',
  html: '<p>Ein  Märchen \t </p>\n\n\n',
  text: '.\n..dots  at \t the beginning \n\nand spaces   \n\n\n',
  createdAt: new Date('2026-11-22T08:00:00Z'),
};
const LIST = {
  name: 'newsletter',
  unsubscribeUrl: `https://tales.example/newsletter/unsubscribe?key=${KEY}`,
  unsubscribeKey: KEY,
  archiveUrl: 'https://tales.example/newsletter',
};

let folder: string;
let publicKey: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'talewood-dkim-'));
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
  publicKey = pair.publicKey.export({ type: 'spki', format: 'pem' }).toString();
  await writeKey('good.pem', pair.privateKey);
});
afterAll(() => rm(folder, { recursive: true }));

const writeKey = (name: string, key: KeyObject) => writeFile(path.join(folder, name), key.export({ type: 'pkcs8', format: 'pem' }));
const open = (settings: Record<string, string>, options = {}) => {
  const dkim = { DKIM_DOMAIN: 'tales.example', DKIM_SELECTOR: '2026a', DKIM_KEY_FILE: path.join(folder, 'good.pem') };
  const config = parseConfig({ PUBLIC_URL: 'https://tales.example', DATA_DIR: folder, ...dkim, ...settings });
  return openTransport(config, options);
};
const signal = AbortSignal.timeout(30_000);
const ALWAYS = ['from', 'to', 'subject', 'date', 'message-id', 'mime-version', 'content-type', 'auto-submitted'];
const OF_LISTS = ['list-id', 'list-archive', 'list-unsubscribe', 'list-unsubscribe-post'];

describe('an email', () => {
  test.each([
    ['of a connection each', false],
    ['of a kept one', true],
  ])('%s is signed, as it arrives', async (_, isKept) => {
    const smtp = await openSmtpServer();
    const transport = open({ SMTP_URL: smtp.url }, { isKept });
    await transport.send(MAIL, signal);
    await transport.send({ ...MAIL, list: LIST }, signal);
    transport.close();
    await smtp.close();
    const judged = smtp.received.map(({ raw }) => verifyDkim(raw, publicKey));
    expect(judged).toMatchObject([
      { isValid: true, domain: 'tales.example', selector: '2026a' },
      { isValid: true, domain: 'tales.example', selector: '2026a' },
    ]);
    expect(judged[0]?.signed.toSorted()).toEqual(ALWAYS.toSorted());
    // RFC 8058, 4: both headers of one-click unsubscribe must be signed.
    expect(judged[1]?.signed.toSorted()).toEqual([...ALWAYS, ...OF_LISTS].toSorted());
  });

  test('that was modified has an invalid signature', async () => {
    const smtp = await openSmtpServer();
    const transport = open({ SMTP_URL: smtp.url });
    await transport.send({ ...MAIL, list: LIST }, signal);
    await smtp.close();
    const raw = smtp.received[0]?.raw ?? '';
    for (const [from, to] of [
      ['spaces', 'places'],
      ['To: reader@', 'To: other@'],
      [KEY, 'b'.repeat(64)],
    ] as const) {
      expect(raw).toContain(from);
      expect(verifyDkim(raw.replace(from, to), publicKey)).toMatchObject({ isValid: false });
    }
  });

  test('in the outbox is signed too', async () => {
    await open({}).send(MAIL, signal);
    const eml = await readFile(path.join(folder, 'outbox', `${MAIL.id}.eml`), 'utf8');
    expect(verifyDkim(eml, publicKey)).toMatchObject({ isValid: true });
  });
});

test('the sender has the name of the site, unless MAIL_FROM has one', async () => {
  onTestFinished(() => setSiteName(''));
  const smtp = await openSmtpServer();
  const senderOf = async (settings: Record<string, string>) => {
    await open({ SMTP_URL: smtp.url, ...settings }).send(MAIL, signal);
    return (await PostalMime.parse(smtp.received.at(-1)?.raw ?? '')).from;
  };
  expect(await senderOf({})).toEqual({ name: 'Talewood', address: 'talewood@tales.example' });
  for (const name of [`Mum & Dad's "Tales" <3`, 'x@evil.example, y', 'Großmutters Märchen', 'حكايات الجدة']) {
    setSiteName(name);
    expect(await senderOf({})).toEqual({ name, address: 'talewood@tales.example' });
    expect(await senderOf({ MAIL_FROM: 'hello@tales.example' })).toEqual({ name, address: 'hello@tales.example' });
  }
  expect(await senderOf({ MAIL_FROM: 'Tales <hello@tales.example>' })).toMatchObject({ name: 'Tales' });
  await smtp.close();
});

describe('an invalid key prevents the start, and is not logged', () => {
  test.each<[string, () => Promise<unknown> | undefined, string]>([
    ['missing.pem', () => undefined, 'cannot be read: the file does not exist'],
    ['.', () => undefined, 'cannot be read'],
    ['words.pem', () => writeFile(path.join(folder, 'words.pem'), 'hush-hush'), 'is not a PEM private key'],
    ['public.pem', () => writeFile(path.join(folder, 'public.pem'), publicKey), 'is not a PEM private key'],
    [
      'short.pem',
      () => writeKey('short.pem', generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey),
      'must be an RSA key of at least 2048 bits; it has 1024 bits',
    ],
    ['ed25519.pem', () => writeKey('ed25519.pem', generateKeyPairSync('ed25519').privateKey), 'it is of type ed25519'],
  ])('%s', async (name, prepare, said) => {
    await prepare();
    const opened = () => open({ DKIM_KEY_FILE: path.join(folder, name) });
    expect(opened).toThrow(StartError);
    expect(opened).toThrow(said);
    expect(opened).toThrow(path.join(folder, name));
    expect(opened).not.toThrow('hush');
  });
});
