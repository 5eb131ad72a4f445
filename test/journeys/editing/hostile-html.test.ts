import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sanitizeHtml } from '#src/features/tale-html/sanitize-html.ts';
import { hasLoneSurrogate } from '#src/platform/text.ts';
import { problemsOfElement } from '../../allowed-html.ts';
import { launchBrowser } from '../../browser.ts';
import { HOSTILE } from '../../hostile-html.ts';
import { journey, visit } from '../journey.ts';
import { apiRequest, signIn } from '../users.ts';

/** Hostile HTML in a real browser: the sanitizer alone, without a content security policy, and the page of a tale created through the API. */

type Parsed = { elements: [tag: string, attributes: [string, string][]][]; escaped: number; ran: boolean };

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

it('sanitized HTML contains only allowed elements and attributes, and runs no scripts', async () => {
  for (const input of Object.values(HOSTILE).flat()) {
    const { elements, escaped, ran } = await readInBrowser(sanitizeHtml(input).html);
    const shown = JSON.stringify(input).slice(0, 200);
    expect(
      elements.flatMap(([tag, attributes]) => problemsOfElement(tag, attributes)),
      shown,
    ).toEqual([]);
    expect(escaped, `closes the element around it: ${shown}`).toBe(0);
    expect(ran, `runs a script: ${shown}`).toBe(false);
  }
  expect(requests).toEqual([]);
});

it('the check detects unsanitized HTML', async () => {
  const { elements, ran } = await readInBrowser('<img src="/media/x.png" onerror="window.alert(1)">');
  expect(elements.flatMap(([tag, attributes]) => problemsOfElement(tag, attributes))).not.toEqual([]);
  expect(ran).toBe(true);
});

const form = { category: 'dark', excerpt: 'x', status: 'published', source: 'x', rights: 'x' };

journey('hostile HTML sent through the API runs no script and requests no other host', async ({ open }) => {
  const editor = await open();
  await signIn(editor, { role: 'admin' });
  await visit(editor, '/');
  // Its images are not in the media library.
  const visitor = await open({ expected: [/404/] });
  const dialogs: string[] = [];
  visitor.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  for (const [kind, all] of Object.entries(HOSTILE)) {
    // test/http/hostile-tales.test.ts covers input that the API rejects.
    const accepted = all.filter((each) => !hasLoneSurrogate(each) && !sanitizeHtml(each).isTooDeep);
    const content = accepted.map((each) => `<div>${each}</div>`).join('\n');
    const { body } = await apiRequest<{ tale: { id: string; slug: string } }>(editor, 'POST', '/admin/tales', {
      ...form,
      ...{ title: `Hostile: ${kind}`, author: 'x', content: '<p>Once.</p>' },
    });
    // A tale with images without alt text cannot be published, but a published one can be changed.
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

journey('text direction and unclosed bidi controls of a title do not affect the text around it', async ({ open }) => {
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

/** Parses the HTML both as part of a document and by `innerHTML`, and reports the resulting elements. */
function readInBrowser(html: string): Promise<Parsed> {
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
    const container = document.getElementById('tale') as HTMLElement;
    container.innerHTML = html;
    const anchors = [...container.querySelectorAll('a')];
    for (const anchor of anchors.slice(0, 20)) if (anchor.protocol === 'javascript:') flags.ran = true;
    // Waits for the error events of images.
    await Promise.all(
      [...container.querySelectorAll('img')].map((image) =>
        image.complete
          ? null
          : new Promise((done) => {
              image.addEventListener('error', done);
              image.addEventListener('load', done);
            }),
      ),
    );
    const found = [...container.querySelectorAll('*'), ...parsed.querySelectorAll('#tale *')];
    const elements = found.map((element): [string, [string, string][]] => [
      element.localName,
      [...element.attributes].map((attribute): [string, string] => [attribute.name, attribute.value]),
    ]);
    return { elements, escaped: outside, ran: flags.ran };
  }, html);
}
