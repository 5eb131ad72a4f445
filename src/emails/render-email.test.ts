import { describe, expect, test } from 'vitest';
import { emailsOfEveryKind } from '#test/account-emails.ts';
import { displayName } from './email-content.ts';
import type { EmailData } from './emails.ts';
import { renderEmail as renderTemplate } from './render-email.tsx';

const renderEmail = (mail: EmailData) => renderTemplate(mail, 'Talewood');
const linksGiven = (mail: object) => Object.values(mail).filter((value) => typeof value === 'string' && value.startsWith('https:'));
const asTyped = (html: string) => html.replaceAll('&amp;', '&');

const titled = emailsOfEveryKind().map((mail) => ({
  mail,
  title: [mail.kind, ...('isOn' in mail && mail.isOn ? ['on'] : []), ...('apiKeys' in mail ? [mail.apiKeys] : [])].join(', '),
}));

describe.each(titled)('$title', ({ mail }) => {
  test('has a greeting, a reason, and exactly the given links', async () => {
    const { subject, html, text } = await renderEmail(mail);
    expect(subject).toMatch(/^[ -~]{10,60}$/);
    expect(subject).not.toContain('Gerda');
    // An entered address may belong to someone else: other input must not be sent to it.
    const isForStranger = ['verify', 'change-email', 'invitation', 'newsletter-confirm', 'newsletter-already'].includes(mail.kind);
    expect(html.includes('<bdi>Gerda</bdi>')).toBe(!isForStranger);
    expect(text).toContain(isForStranger ? 'Hello,' : 'Hello Gerda,');
    for (const part of [html, text.replaceAll('\n', ' ')]) expect(part).toContain('You received this email because');
    const given = linksGiven(mail).toSorted();
    const hrefs = [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => asTyped(href ?? ''));
    expect([...new Set(hrefs)].toSorted()).toEqual(given);
    expect([...text.matchAll(/\S+:\/\/\S+/g)].map(([link]) => link).toSorted()).toEqual(given);
  });

  test('is a small self-contained page without images', async () => {
    const { html, text } = await renderEmail(mail);
    expect(Buffer.byteLength(html)).toBeLessThan(20_000);
    expect(html).toMatch(/^<!DOCTYPE html><html dir="ltr" lang="en">/);
    expect(html).toMatch(/<title>[^<]{10,}<\/title>/);
    expect(html).toContain('prefers-color-scheme: dark');
    expect(html).not.toMatch(/<(img|script|link|iframe|form|object)\b|\bsrc=|url\(|@import/i);
    const prose = text.split('\n').filter((line) => !line.startsWith('https:'));
    expect(prose.filter((line) => line.length > 72)).toEqual([]);
  });
});

test.each([
  ['verify', '24 hours'],
  ['change-email', '24 hours'],
  ['reset', '30 minutes'],
  ['sign-in', '30 minutes'],
  ['newsletter-confirm', '7 days'],
  ['invitation', '7 days'],
])('%s says that its link works for %s, and spells it out', async (kind, lasts) => {
  const mail = emailsOfEveryKind().find((each) => each.kind === kind);
  if (mail === undefined || !('link' in mail)) throw new Error('There is no such mail.');
  const { html, text } = await renderEmail(mail);
  for (const part of [asTyped(html), text]) expect(part).toContain(lasts);
  expect(asTyped(html)).toContain(`>${mail.link}</a>`);
});

test('names and passkeys are escaped', async () => {
  const hostile = `</bdi><b onclick='x'>&"`;
  for (const mail of emailsOfEveryKind({ name: hostile, passkey: hostile })) {
    const { html, subject } = await renderEmail(mail);
    expect(html).not.toMatch(/<b[ >]|onclick='/);
    expect(subject).not.toContain('onclick');
  }
  const [plain] = await Promise.all(emailsOfEveryKind({ name: '<i>Kai & Gerda' }).slice(1, 2).map(renderEmail));
  expect(plain?.html).toContain('<bdi>&lt;i&gt;Kai &amp; Gerda</bdi>');
  expect(plain?.text).toContain('Hello <i>Kai & Gerda,');
});

test('every email is in the name of the site, as it is written', async () => {
  const name = `Mum & Dad's "Tales" <3`;
  for (const mail of emailsOfEveryKind()) {
    const { subject, html, text } = await renderTemplate(mail, name);
    expect(text.split('\n')[0]).toBe(name);
    expect(html).toContain('>Mum &amp; Dad&#x27;s &quot;Tales&quot; &lt;3</p>');
    expect(subject + html + text).not.toContain('Talewood');
    const standard = await renderEmail(mail);
    expect(subject).toBe(standard.subject.replace('Talewood', name));
  }
});

test('a name cannot add lines, change the text direction, or contain a link', async () => {
  const rendered = async (name: string) => (await Promise.all(emailsOfEveryKind({ name }).slice(1, 2).map(renderEmail)))[0]?.text;
  expect(await rendered('Kai\r\n\r\nYou have won')).toContain('Hello Kai You have won,');
  expect(await rendered('\u202Eadreg\u2069')).toContain('Hello adreg,');
  expect(await rendered('גרדה')).toContain('Hello \u2068גרדה\u2069,');
  for (const name of ['Win at evil.example', 'https://evil.example', 'www．evil．example', 'me@evil.example', ' ', '\u2028'])
    expect(await rendered(name)).toContain('Hello,');
});

test('ordinary names are shown unchanged', () => {
  for (const name of ['J. R. R. Tolkien', 'Ivan Jr.', "O'Neil", 'Müller-Lüdenscheidt', '安徒生', '👩‍👩‍👧 Three'])
    expect(displayName(name)).toBe(name);
  expect(displayName(`${'é'.repeat(100)}`)).toBe(`${'é'.repeat(59)}…`);
  expect(displayName(`Kai${'\u0301'.repeat(5_000)}`)?.length).toBe(200);
});
