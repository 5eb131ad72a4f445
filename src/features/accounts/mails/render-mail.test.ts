import { describe, expect, test } from 'vitest';
import { mailsOfEveryKind } from '#test/account-mails.ts';
import { renderMail } from './render-mail.tsx';
import { shownName } from './words.ts';

const linksGiven = (mail: object) => Object.values(mail).filter((value) => typeof value === 'string' && value.startsWith('https:'));
const asTyped = (html: string) => html.replaceAll('&amp;', '&');

const titled = mailsOfEveryKind().map((mail) => ({
  mail,
  title: [mail.kind, ...('isOn' in mail && mail.isOn ? ['on'] : []), ...('apiKeys' in mail ? [mail.apiKeys] : [])].join(', '),
}));

describe.each(titled)('$title', ({ mail }) => {
  test('says who it is for, why it came, and holds the links that were given and no others', async () => {
    const { subject, html, text } = await renderMail(mail);
    expect(subject).toMatch(/^[ -~]{10,60}$/);
    expect(subject).not.toContain('Gerda');
    // An address that someone typed may be a stranger's: nothing that was typed beside it goes there.
    const isForStranger = ['verify', 'change-email', 'newsletter-confirm', 'newsletter-already'].includes(mail.kind);
    expect(html.includes('<bdi>Gerda</bdi>')).toBe(!isForStranger);
    expect(text).toContain(isForStranger ? 'Hello,' : 'Hello Gerda,');
    for (const part of [html, text.replaceAll('\n', ' ')]) expect(part).toContain('You get this mail because');
    const given = linksGiven(mail).toSorted();
    const hrefs = [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => asTyped(href ?? ''));
    expect([...new Set(hrefs)].toSorted()).toEqual(given);
    expect([...text.matchAll(/\S+:\/\/\S+/g)].map(([link]) => link).toSorted()).toEqual(given);
  });

  test('is a small page of its own, without pictures', async () => {
    const { html, text } = await renderMail(mail);
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
  ['newsletter-confirm', 'seven days'],
])('%s tells that its link works for %s, and writes it out', async (kind, lasts) => {
  const mail = mailsOfEveryKind().find((each) => each.kind === kind);
  if (mail === undefined || !('link' in mail)) throw new Error('There is no such mail.');
  const { html, text } = await renderMail(mail);
  for (const part of [asTyped(html), text]) expect(part).toContain(lasts);
  expect(asTyped(html)).toContain(`>${mail.link}</a>`);
});

test('names and passkeys are text, whatever they hold', async () => {
  const hostile = `</bdi><b onclick='x'>&"`;
  for (const mail of mailsOfEveryKind({ name: hostile, passkey: hostile })) {
    const { html, subject } = await renderMail(mail);
    expect(html).not.toMatch(/<b[ >]|onclick='/);
    expect(subject).not.toContain('onclick');
  }
  const [plain] = await Promise.all(mailsOfEveryKind({ name: '<i>Kai & Gerda' }).slice(1, 2).map(renderMail));
  expect(plain?.html).toContain('<bdi>&lt;i&gt;Kai &amp; Gerda</bdi>');
  expect(plain?.text).toContain('Hello <i>Kai & Gerda,');
});

test('a name cannot begin a line of its own, turn our words, or bring a link', async () => {
  const rendered = async (name: string) => (await Promise.all(mailsOfEveryKind({ name }).slice(1, 2).map(renderMail)))[0]?.text;
  expect(await rendered('Kai\r\n\r\nYou have won')).toContain('Hello Kai You have won,');
  expect(await rendered('\u202Eadreg\u2069')).toContain('Hello adreg,');
  expect(await rendered('גרדה')).toContain('Hello \u2068גרדה\u2069,');
  for (const name of ['Win at evil.example', 'https://evil.example', 'www．evil．example', 'me@evil.example', ' ', '\u2028'])
    expect(await rendered(name)).toContain('Hello,');
});

test('names are shown as people write them', () => {
  for (const name of ['J. R. R. Tolkien', 'Ivan Jr.', "O'Neil", 'Müller-Lüdenscheidt', '安徒生', '👩‍👩‍👧 Three'])
    expect(shownName(name)).toBe(name);
  expect(shownName(`${'é'.repeat(100)}`)).toBe(`${'é'.repeat(59)}…`);
  expect(shownName(`Kai${'\u0301'.repeat(5_000)}`)?.length).toBe(200);
});
