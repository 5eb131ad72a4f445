import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sanitizeHtml } from '#src/features/tale-html/sanitize-html.ts';
import { hasLoneSurrogate } from '#src/platform/text.ts';
import { problemsOfElement } from '../../allowed-html.ts';
import { launchBrowser } from '../../browser.ts';
import { HOSTILE } from '../../hostile-html.ts';
import { journey, visit } from '../journey.ts';
import { apiRequest, signIn } from '../users.ts';

/** Hostile HTML in a real browser: the cleaner alone, where no Content-Security-Policy helps it, and sent through the API to a visitor's page. */

type Read = { elements: [tag: string, attributes: [string, string][]][]; escaped: number; ran: boolean };

let browser: Browser;
let page: Page;
const requests: string[] = [];

beforeAll(async () => {
  browser = await launchBrowser();
  page = await browser.newPage();
  await page.route('**/*', (route) => {
    const url = route.request().url();
    if (url === 'https://talewood.example/') return route.fulfill({ contentType: 'text/html', body: '<!doctype html><body></body>' });
    if (!url.startsWith('https://talewood.example/media/')) requests.push(url);
    return route.fulfill({ status: 404, body: '' });
  });
  await page.goto('https://talewood.example/');
});

afterAll(async () => {
  await browser.close();
});

it('a browser finds nothing in cleaned HTML but what a tale may have', async () => {
  for (const input of Object.values(HOSTILE).flat()) {
    const { elements, escaped, ran } = await readInBrowser(sanitizeHtml(input).html);
    const shown = JSON.stringify(input).slice(0, 200);
    expect(
      elements.flatMap(([tag, attributes]) => problemsOfElement(tag, attributes)),
      shown,
    ).toEqual([]);
    expect(escaped, `leaves its place in the page: ${shown}`).toBe(0);
    expect(ran, `runs: ${shown}`).toBe(false);
  }
  expect(requests).toEqual([]);
});

it('would notice if it did', async () => {
  const { elements, ran } = await readInBrowser('<img src="/media/x.png" onerror="window.alert(1)">');
  expect(elements.flatMap(([tag, attributes]) => problemsOfElement(tag, attributes))).not.toEqual([]);
  expect(ran).toBe(true);
});

const form = { category: 'dark', excerpt: 'x', status: 'published', source: 'x', rights: 'x' };

journey('sent through the API, each kind on a page of its own, it runs nothing, and asks no other host', async ({ open }) => {
  const editor = await open();
  await signIn(editor, { role: 'admin' });
  await visit(editor, '/');
  // Its pictures are none of the library.
  const visitor = await open({ expected: [/404/] });
  const dialogs: string[] = [];
  visitor.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  for (const [kind, all] of Object.entries(HOSTILE)) {
    // What cannot be stored at all is refused, one by one, in another test.
    const kept = all.filter((each) => !hasLoneSurrogate(each) && !sanitizeHtml(each).isTooDeep);
    const content = kept.map((each) => `<div>${each}</div>`).join('\n');
    const { body } = await apiRequest<{ tale: { id: string; slug: string } }>(editor, 'POST', '/admin/tales', {
      ...form,
      ...{ title: `Hostile: ${kind}`, author: 'x', content: '<p>Once.</p>' },
    });
    // Pictures without a description keep a tale from being published, and stay in one that is.
    const changed = await apiRequest(editor, 'PATCH', `/admin/tales/${body.tale.id}`, { content }, { 'if-match': '"1"' });
    expect([kind, changed.status]).toEqual([kind, 200]);
    await visit(visitor, `/tale/${body.tale.slug}`);
    const elements = await visitor.evaluate(() =>
      [...document.querySelectorAll('#tale-text *')].map(
        (element) => [element.localName, [...element.attributes].map(({ name, value }) => [name, value] as [string, string])] as const,
      ),
    );
    expect(elements.length, kind).toBeGreaterThan(0);
    expect(
      elements.flatMap(([tag, attributes]) => problemsOfElement(tag, attributes)),
      kind,
    ).toEqual([]);
  }
  expect(dialogs).toEqual([]);
});

journey('a title keeps its direction, and a mark that was left open, to itself', async ({ open }) => {
  const editor = await open();
  await signIn(editor, { role: 'admin' });
  await visit(editor, '/');
  const names = { title: 'علاء\u202e الدين', author: 'شهرزاد\u2067' };
  const { body } = await apiRequest<{ tale: { slug: string } }>(editor, 'POST', '/admin/tales', { ...form, ...names, content: '<p>x</p>' });
  const visitor = await open();
  await visit(visitor, `/tale/${body.tale.slug}`);
  const directions = await visitor.evaluate(
    (parts) => parts.map((part) => getComputedStyle(document.querySelector(part) as Element).unicodeBidi),
    ['h1', '.facts a', '.crumbs li:last-child', '.turn-card b'],
  );
  expect(new Set(directions)).toEqual(new Set(['plaintext']));
});

/** Puts the HTML where a tale stands, as the server's answer does and as a script does, and looks at what came of it. */
function readInBrowser(html: string): Promise<Read> {
  return page.evaluate(async (html) => {
    const flags = globalThis as unknown as { ran: boolean };
    flags.ran = false;
    globalThis.alert = () => {
      flags.ran = true;
    };
    const parsed = new DOMParser().parseFromString(
      `<div id="before"></div><div id="tale">${html}</div><div id="after"></div>`,
      'text/html',
    );
    const outside = [...parsed.body.children].map((element) => element.id).join() === 'before,tale,after' ? 0 : 1;
    document.body.innerHTML = '<div id="tale"></div>';
    const place = document.getElementById('tale') as HTMLElement;
    place.innerHTML = html;
    const anchors = [...place.querySelectorAll('a')];
    for (const anchor of anchors.slice(0, 20)) if (anchor.protocol === 'javascript:') flags.ran = true;
    // Pictures fail by a task of their own.
    await Promise.all(
      [...place.querySelectorAll('img')].map((image) =>
        image.complete
          ? null
          : new Promise((done) => {
              image.addEventListener('error', done);
              image.addEventListener('load', done);
            }),
      ),
    );
    const found = [...place.querySelectorAll('*'), ...parsed.querySelectorAll('#tale *')];
    const elements = found.map((element): [string, [string, string][]] => [
      element.localName,
      [...element.attributes].map((attribute): [string, string] => [attribute.name, attribute.value]),
    ]);
    return { elements, escaped: outside, ran: flags.ran };
  }, html);
}
