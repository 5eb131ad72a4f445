import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, inject, vi } from 'vitest';

/** What has come for a reader: the site of the journeys puts its mails into a folder. */
export type Letter = { to: string; subject: string; text: string };

/** Waits for the mail with this subject to an address, and returns the one link of ours in its text, with path and query. */
export async function linkMailedTo(address: string, subject: string | RegExp): Promise<string> {
  const { text } = await vi.waitFor(
    async () => {
      const found = (await lettersTo(address)).find((letter) => letter.subject.match(subject));
      expect(found, `a mail to ${address} about ${subject}`).toBeDefined();
      return found as Letter;
    },
    { timeout: 20_000, interval: 100 },
  );
  const link = text.match(/https?:\/\/\S+/)?.[0] ?? 'no link';
  return link.replace(inject('origin'), '');
}

/** All that came for an address so far. */
export async function lettersTo(address: string): Promise<Letter[]> {
  const folder = path.join(inject('dataDir'), 'outbox');
  const names = await readdir(folder).catch(() => []);
  const letters = await Promise.all(
    names.filter((name) => name.endsWith('.eml')).map(async (name) => readLetter(await readFile(path.join(folder, name), 'utf8'))),
  );
  return letters.filter(({ to }) => to === address);
}

/** Of mails as our own composer writes them: the text comes first, in quoted-printable (RFC 2045, 6.7). */
function readLetter(eml: string): Letter {
  const header = (name: string) => eml.match(new RegExp(`^${name}: (.*)\r?$`, 'm'))?.[1]?.trim() ?? '';
  const text = eml.split(/quoted-printable\r?\n\r?\n/)[1] ?? '';
  const bytes = text
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return { to: header('To'), subject: header('Subject'), text: Buffer.from(bytes, 'latin1').toString('utf8') };
}
