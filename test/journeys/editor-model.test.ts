import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { readLibrary } from '#src/features/starter-library/import-library.ts';
import { sanitizeHtml } from '#src/features/tale-html/sanitize-html.ts';
import type * as Model from '#test/editor-model.ts';
import { fc } from '#test/fast-check.ts';
import { problemsIn } from '../allowed-html.ts';
import { bundleForBrowser } from '../browser-bundle.ts';
import { cleanTale } from '../clean-html.ts';
import { HOSTILE } from '../hostile-html.ts';
import { PASTED, PASTED_TEXT } from '../pasted.ts';
import { journey, type Open } from './journey.ts';

/**
 * Opening a tale in the editor and saving it loses nothing and changes nothing that the cleaner keeps, up to the normal form of
 * src/features/editor/model/from-html.ts. The editor's own reader and writer run in a browser, whose parser they need.
 */

const LIBRARY = fileURLToPath(new URL('../../library', import.meta.url));

type Trip = { input: string; saved: string; wanted: string; found: string; kept: number; blocks: number };

type Functions = Pick<typeof Model, 'roundTrip' | 'normal' | 'pasted' | 'blocksOfText'>;
/** Calls a function of the model in the page, for each input. */
type InPage = <Name extends keyof Functions>(name: Name, inputs: string[]) => Promise<ReturnType<Functions[Name]>[]>;

async function openModel(open: Open): Promise<InPage> {
  const page = await open();
  await page.goto('/robots.txt');
  await page.evaluate(`${await bundleForBrowser('test/editor-model.ts', 'model')}; globalThis.model = model;`);
  return (name, inputs) =>
    page.evaluate(
      ([called, all]) => {
        const { model } = globalThis as unknown as { model: Functions };
        return all.map((input) => model[called](input)) as never;
      },
      [name, inputs] as const,
    );
}

async function takeTrips(inPage: InPage, tales: string[]): Promise<Trip[]> {
  const inputs = tales.map((html) => sanitizeHtml(html).html);
  const trips = await inPage('roundTrip', inputs);
  const saved = trips.map(({ html }) => sanitizeHtml(html).html);
  const wanted = await inPage('normal', inputs);
  const found = await inPage('normal', saved);
  return trips.map(({ kept, blocks }, at) => ({
    input: inputs[at] ?? '',
    saved: saved[at] ?? '',
    wanted: wanted[at] ?? '',
    found: found[at] ?? '',
    kept,
    blocks,
  }));
}

journey('every tale of the starter library comes out of the editor as it went in, and all of it can be edited', async ({ open }) => {
  const inPage = await openModel(open);
  const { tales } = await readLibrary(LIBRARY);
  for (const { saved, input, kept, blocks } of await takeTrips(
    inPage,
    tales.map(({ tale }) => tale.content ?? ''),
  )) {
    const lines = (html: string) => html.replace(/>\s+</g, '><');
    expect(lines(saved)).toBe(lines(input));
    expect(kept).toBe(0);
    expect(blocks).toBeGreaterThan(5);
  }
});

journey('so does what was hostile, once it is clean', async ({ open }) => {
  const inPage = await openModel(open);
  const inputs = Object.values(HOSTILE)
    .flat()
    .filter((input) => input.length < 10_000);
  for (const { input, wanted, found } of await takeTrips(inPage, inputs)) expect(found, input).toBe(wanted);
});

journey('and clean HTML of every kind, sensible or not', async ({ open }) => {
  const inPage = await openModel(open);
  const check = fc.asyncProperty(fc.array(cleanTale, { minLength: 40, maxLength: 40, size: 'max' }), async (tales) => {
    for (const { input, wanted, found } of await takeTrips(inPage, tales)) expect(found, input).toBe(wanted);
  });
  await fc.assert(check, { numRuns: 20, endOnFailure: true });
});

journey('what editors write most can be edited, not only kept', async ({ open }) => {
  const inPage = await openModel(open);
  const [first, second] = await takeTrips(inPage, [
    '<h2 id="t-a">A</h2><p class="verse" lang="de">Es <em>war</em><br />einmal</p><blockquote><p>B</p></blockquote><ol start="3"><li>C<ul><li>D</li></ul></li></ol><hr /><p>E<sup><a id="t-fnref1" href="#t-fn1">1</a></sup></p><figure><img src="/media/frog-1.webp" alt="" width="300" height="200" /><figcaption>F</figcaption></figure><section id="t-footnotes"><ol><li id="t-fn1">G <a href="#t-fnref1">↑</a></li></ol></section>',
    '<p>A</p><table><tbody><tr><td>B</td></tr></tbody></table><div><p>C</p><dl><dt>D</dt></dl></div>',
  ]);
  expect(first).toMatchObject({ kept: 0, saved: expect.stringContaining('<sup><a id="t-fnref1" href="#t-fn1">1</a></sup>') });
  expect(second).toMatchObject({ kept: 2, blocks: 5 });
});

journey('what is pasted from elsewhere comes as a tale has it', async ({ open }) => {
  const inPage = await openModel(open);
  const results = await inPage(
    'pasted',
    PASTED.map(({ html }) => html),
  );
  expect(results.length).toBe(PASTED.length);
  results.forEach((result, at) => {
    const { name, tale, pictures = 0 } = PASTED[at] as (typeof PASTED)[number];
    expect(result, name).toEqual({ html: tale, pictures });
    expect(sanitizeHtml(result.html), name).toMatchObject({ changed: false });
  });
  const blocks = await inPage(
    'blocksOfText',
    PASTED_TEXT.map(({ text }) => text),
  );
  expect(blocks).toEqual(PASTED_TEXT.map((text) => text.blocks));
});

journey('nothing hostile comes by the clipboard or from a tale', async ({ open }) => {
  const inPage = await openModel(open);
  const inputs = Object.values(HOSTILE)
    .flat()
    .filter((input) => input.length < 10_000);
  for (const { html } of [...(await inPage('pasted', inputs)), ...(await inPage('roundTrip', inputs))]) {
    expect(problemsIn(html.replaceAll('\u00a0', ' '))).toEqual([]);
  }
});
