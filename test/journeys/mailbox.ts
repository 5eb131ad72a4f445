import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, inject, vi } from 'vitest';

/** An email that the site has written to its outbox folder. */
export type Email = { to: string; subject: string; text: string };

/** Waits for the email with this subject, and returns path and query of the link in its text. */
export async function waitForEmailLink(address: string, subject: string | RegExp): Promise<string> {
  const { text } = await vi.waitFor(
    async () => {
      const found = (await listEmails(address)).find((email) => email.subject.match(subject));
      expect(found, `an email to ${address} with the subject ${subject}`).toBeDefined();
      return found as Email;
    },
    { interval: 100 },
  );
  const link = text.match(/https?:\/\/\S+/)?.[0] ?? 'no link';
  return link.replace(inject('origin'), '');
}

/** Returns the emails to an address. */
export async function listEmails(address: string): Promise<Email[]> {
  const folder = path.join(inject('dataDir'), 'outbox');
  const names = await readdir(folder).catch(() => []);
  const emails = await Promise.all(
    names.filter((name) => name.endsWith('.eml')).map(async (name) => parseEmail(await readFile(path.join(folder, name), 'utf8'))),
  );
  return emails.filter(({ to }) => to === address);
}

/** Parses an email of the site, whose first part is text in quoted-printable encoding (RFC 2045, 6.7). */
function parseEmail(eml: string): Email {
  const header = (name: string) => eml.match(new RegExp(`^${name}: (.*)\r?$`, 'm'))?.[1]?.trim() ?? '';
  const text = eml.split(/quoted-printable\r?\n\r?\n/)[1] ?? '';
  const bytes = text
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return { to: header('To'), subject: header('Subject'), text: Buffer.from(bytes, 'latin1').toString('utf8') };
}
