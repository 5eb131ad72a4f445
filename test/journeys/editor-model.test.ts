import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { readLibrary } from '#src/features/starter-library/import-library.ts';
import { sanitizeHtml } from '#src/features/tale-html/sanitize-html.ts';
import type * as Model from '#test/editor-model.ts';
import { fc } from '#test/fast-check.ts';
import { problemsIn } from '../allowed-html.ts';
import { bundleForBrowser } from '../browser-bundle.ts';
import { generatedHtml } from '../generated-html.ts';
import { HOSTILE } from '../hostile-html.ts';
import { PASTED, PASTED_TEXT } from '../pasted.ts';
import { journey, type Open } from './journey.ts';

/**
 * Opening a tale in the editor and saving it preserves sanitized HTML, up to the normal form of src/features/editor/model/from-html.ts. The
 * model needs the HTML parser of a browser.
 */

const LIBRARY = fileURLToPath(new URL('../../library', import.meta.url));

type RoundTrip = { input: string; saved: string; expected: string; actual: string; kept: number; blocks: number };

type Functions = Pick<typeof Model, 'roundTrip' | 'normal' | 'pasted' | 'blocksOfText'>;
/** Calls a function of the model in the page with each input. */
type CallInPage = <Name extends keyof Functions>(name: Name, inputs: string[]) => Promise<ReturnType<Functions[Name]>[]>;

async function openModel(open: Open): Promise<CallInPage> {
  const page = await open();
  await page.goto('/robots.txt');
  await page.evaluate(`${await bundleForBrowser('test/editor-model.ts', 'model')}; globalThis.model = model;`);
  return (name, inputs) =>
    page.evaluate(
      ([name, inputs]) => {
        const { model } = globalThis as unknown as { model: Functions };
        return inputs.map((input) => model[name](input)) as never;
      },
      [name, inputs] as const,
    );
}

async function roundTrips(inPage: CallInPage, tales: string[]): Promise<RoundTrip[]> {
  const inputs = tales.map((html) => sanitizeHtml(html).html);
  const trips = await inPage('roundTrip', inputs);
  const saved = trips.map(({ html }) => sanitizeHtml(html).html);
  const expected = await inPage('normal', inputs);
  const actual = await inPage('normal', saved);
  return trips.map(({ kept, blocks }, index) => ({
    input: inputs[index] ?? '',
    saved: saved[index] ?? '',
    expected: expected[index] ?? '',
    actual: actual[index] ?? '',
    kept,
    blocks,
  }));
}

journey('every tale of the starter library survives the editor unchanged and is fully editable', async ({ open }) => {
  const inPage = await openModel(open);
  const { tales } = await readLibrary(LIBRARY);
  for (const { saved, input, kept, blocks } of await roundTrips(
    inPage,
    tales.map(({ tale }) => tale.content ?? ''),
  )) {
    const normalize = (html: string) => html.replace(/>\s+</g, '><');
    expect(normalize(saved)).toBe(normalize(input));
    expect(kept).toBe(0);
    expect(blocks).toBeGreaterThan(5);
  }
});

journey('sanitized hostile HTML survives the editor', async ({ open }) => {
  const inPage = await openModel(open);
  const inputs = Object.values(HOSTILE)
    .flat()
    .filter((input) => input.length < 10_000);
  for (const { input, expected, actual } of await roundTrips(inPage, inputs)) expect(actual, input).toBe(expected);
});

journey('generated sanitized HTML survives the editor', async ({ open }) => {
  const inPage = await openModel(open);
  const check = fc.asyncProperty(fc.array(generatedHtml, { minLength: 40, maxLength: 40, size: 'max' }), async (tales) => {
    for (const { input, expected, actual } of await roundTrips(inPage, tales)) expect(actual, input).toBe(expected);
  });
  await fc.assert(check, { numRuns: 20, endOnFailure: true });
});

journey('common elements are editable; tables and divs are preserved', async ({ open }) => {
  const inPage = await openModel(open);
  const [first, second] = await roundTrips(inPage, [
    '<h2 id="t-a">A</h2><p class="verse" lang="de">Es <em>war</em><br />einmal</p><blockquote><p>B</p></blockquote><ol start="3"><li>C<ul><li>D</li></ul></li></ol><hr /><p>E<sup><a id="t-fnref1" href="#t-fn1">1</a></sup></p><figure><img src="/media/frog-1.webp" alt="" width="300" height="200" /><figcaption>F</figcaption></figure><section id="t-footnotes"><ol><li id="t-fn1">G <a href="#t-fnref1">↑</a></li></ol></section>',
    '<p>A</p><table><tbody><tr><td>B</td></tr></tbody></table><div><p>C</p><dl><dt>D</dt></dl></div>',
  ]);
  expect(first).toMatchObject({ kept: 0, saved: expect.stringContaining('<sup><a id="t-fnref1" href="#t-fn1">1</a></sup>') });
  expect(second).toMatchObject({ kept: 2, blocks: 5 });
});

journey('pasted HTML and text is converted to the HTML of tales', async ({ open }) => {
  const inPage = await openModel(open);
  const results = await inPage(
    'pasted',
    PASTED.map(({ html }) => html),
  );
  expect(results.length).toBe(PASTED.length);
  results.forEach((result, index) => {
    const { name, tale, pictures = 0 } = PASTED[index] as (typeof PASTED)[number];
    expect(result, name).toEqual({ html: tale, pictures });
    expect(sanitizeHtml(result.html), name).toMatchObject({ changed: false });
  });
  const blocks = await inPage(
    'blocksOfText',
    PASTED_TEXT.map(({ text }) => text),
  );
  expect(blocks).toEqual(PASTED_TEXT.map((text) => text.blocks));
});

journey('no hostile HTML gets in by the clipboard or from a tale', async ({ open }) => {
  const inPage = await openModel(open);
  const inputs = Object.values(HOSTILE)
    .flat()
    .filter((input) => input.length < 10_000);
  for (const { html } of [...(await inPage('pasted', inputs)), ...(await inPage('roundTrip', inputs))]) {
    expect(problemsIn(html.replaceAll('\u00a0', ' '))).toEqual([]);
  }
});
