import { describe, expect, test } from 'vitest';
import { unescapeHtml } from '#src/ui/escape-html.ts';
import { sampleIssue as issue, SITE, issueTale as tale } from '#test/issue-contents.ts';
import { fillReaderLinks } from '../../sending/send-delivery.ts';
import { MAX_PARTS, PART_NAMES } from '../components/issue-text.ts';
import type { IssuePartKind } from '../contract.ts';
import type { IssueContent } from '../issue-content.ts';
import { READER_LINK_PLACEHOLDERS } from '../reader-links.ts';
import { renderIssue } from './render-issue.tsx';

const KINDS = Object.keys(PART_NAMES) as IssuePartKind[];

test('both parts have the content and links to read, change frequency and unsubscribe', async () => {
  const sections: IssueContent['sections'] = [
    { kind: 'week', tales: [tale({ note: 'Read it aloud.' })], more: null },
    {
      kind: 'new',
      tales: [tale({ title: 'Der Rabe', href: `${SITE}/tale/der-rabe`, language: 'de' })],
      more: { count: 3, atLeast: false, href: `${SITE}/recent` },
    },
  ];
  const { html, text } = await renderIssue(issue({ sections }));
  const said = [
    'Sunday 22 November 2026',
    'the nights are long.',
    'The Brothers Grimm',
    '7 min, 11 aloud',
    'A ball of gold',
    'Read it aloud.',
  ];
  for (const words of [...said, '3 more are new', 'You receive this email because', 'Unsubscribe'])
    for (const part of [html, text]) expect(part).toContain(words);
  expect(html).toContain(PART_NAMES.new);
  expect(text).toContain(PART_NAMES.new.toUpperCase());
  const links = [
    `${SITE}/tale/the-frog-king`,
    `${SITE}/tale/der-rabe`,
    `${SITE}/recent`,
    `${SITE}/newsletter/2026-11-22`,
    ...Object.values(READER_LINK_PLACEHOLDERS),
  ];
  expect(new Set([...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href))).toEqual(new Set(links));
  expect(new Set([...text.matchAll(/\S+:\/\/\S+/g)].map(([link]) => link))).toEqual(new Set(links));
  expect(html).toMatch(/<a [^>]*lang="de"[^>]*><bdi>Der Rabe/);
});

test('the copy of a subscriber has their links and no placeholders', async () => {
  const copy = fillReaderLinks(await renderIssue(issue()), { publicUrl: SITE, key: 'k'.repeat(64) });
  for (const part of [copy.html, copy.text]) {
    expect(part).toContain(`${SITE}/newsletter/unsubscribe?key=${'k'.repeat(64)}`);
    expect(part).toContain(`${SITE}/newsletter/preferences?key=${'k'.repeat(64)}`);
    expect(part).not.toContain('reader.invalid');
  }
});

describe('is small and self-contained', () => {
  test.each([
    ['latin', 'A tale that is told by the stove in the longest night. '],
    ['Cyrillic', 'Сказка, которую рассказывают у печи долгой ночью. '],
    ['signs that HTML escapes', 'A <tale> & "another" one, it’s told. '],
  ])('with as many tales and words as there may be, in %s', async (_, sentence) => {
    const fill = (most: number) => [...sentence.repeat(60)].slice(0, most).join('').trim();
    const tales = Array.from({ length: MAX_PARTS }, (_each, at) =>
      tale({
        title: fill(100),
        href: `${SITE}/tale/${'a-long-slug-'.repeat(8)}${at}`,
        author: fill(40),
        excerpt: fill(300),
        note: fill(500),
      }),
    );
    const sections = tales.map((each, at) => ({ kind: KINDS[at % KINDS.length] ?? 'new', tales: [each], more: null }));
    const { html, text } = await renderIssue(issue({ subject: fill(150), opening: fill(2_000), sections }));
    expect(Buffer.byteLength(html)).toBeLessThan(60_000);
    expect(text).toContain(fill(150).slice(0, 40));
  });

  test('without images, scripts or external resources, also in dark mode', async () => {
    const { html, text } = await renderIssue(issue());
    expect(html).toMatch(/^<!DOCTYPE html><html dir="ltr" lang="en">/);
    expect(html).toContain('prefers-color-scheme: dark');
    expect(html).not.toMatch(/<(img|script|link|iframe|form|object)\b|\bsrc=|url\(|@import/i);
    const prose = text.split('\n').filter((line) => !line.startsWith('https:'));
    expect(prose.filter((line) => line.length > 72)).toEqual([]);
  });
});

test('content of editors and tales is escaped', async () => {
  const hostile = `</bdi><b onclick='x'>&" <script>alert(1)</script>`;
  const sections = [
    { kind: 'week' as const, tales: [tale({ title: hostile, author: hostile, excerpt: hostile, note: hostile })], more: null },
  ];
  const { html } = await renderIssue(issue({ subject: hostile, opening: hostile, sections }));
  expect(html).not.toMatch(/<b[ >]|<script|onclick='/);
  const [bent] = (await renderIssue(issue({ opening: 'One\nUnsubscribe:\nhttps://evil.example' }))).text.split('The Frog King').slice(1);
  expect(bent).toContain('One Unsubscribe: https://evil.example');
});

test('an issue is in the name of the site', async () => {
  const { html, text } = await renderIssue(issue({ siteName: 'Mum & "Dad" <3' }));
  expect(text).toMatch(/^Mum & "Dad" <3\n/);
  expect(html).toContain('Mum &amp; &quot;Dad&quot; &lt;3</p>');
  for (const part of [unescapeHtml(html), text.replace(/\s+/g, ' ')]) expect(part).toContain('subscribed to the Mum & "Dad" <3 newsletter');
  expect(html + text).not.toContain('Talewood');
});

test('right-to-left text is isolated', async () => {
  const { html, text } = await renderIssue(
    issue({ sections: [{ kind: 'week', tales: [tale({ title: 'גרדה', language: 'he' })], more: null }] }),
  );
  expect(text).toContain('\u2068גרדה\u2069');
  expect(html).toContain('<bdi>גרדה</bdi>');
});
