import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type * as Positions from '#test/reading-positions.ts';
import { bundleForBrowser } from '../../browser-bundle.ts';
import { fc } from '../../fast-check.ts';
import { type Block, type Edit, edit, edited, htmlOf, tale } from '../../generated-tale.ts';
import { journey, PHONE, visit } from '../journey.ts';
import { apiRequest, signIn, signInAs } from '../users.ts';

/** A reading position is restored after any change of layout or text: on the open page, and when the tale is opened again. */

/** Number of generated cases. POSITIONS=1000 runs more of them, PROPERTY_SEED others. */
const CASES = Number(process.env.POSITIONS ?? 10);

const optional = (...values: string[]) => fc.constantFrom(null, ...values);
const layout = fc.record({
  attributes: fc.record({
    theme: fc.constantFrom('paper', 'sepia', 'night', 'candlelight'),
    face: optional('sans', 'clear'),
    size: optional('1', '3', '6', '9'),
    spacing: optional('close', 'open'),
    paragraphs: optional('apart', 'far'),
    measure: optional('narrow', 'wide'),
    alignment: optional('justified'),
    hyphens: optional('false'),
    flow: optional('pages'),
  }),
  // At height 340 the page flow falls back to scrolling.
  width: fc.constantFrom(320, 390, 600, 768, 1024, 1280, 1440),
  height: fc.constantFrom(340, 700, 844, 1000),
});
// Without bias, for an even distribution.
const share = fc.noBias(fc.integer({ min: 0, max: 9_999 })).map((part) => part / 10_000);
const testCase = fc.record({
  share,
  layouts: fc.array(layout, { minLength: 1, maxLength: 3 }),
  edits: fc.array(edit, { maxLength: 4 }),
  elsewhere: share,
});
type Layout = typeof layout extends fc.Arbitrary<infer Value> ? Value : never;

journey(
  'the sentence at the top moves by at most one through sizes, fonts, widths, pages and edits',
  async ({ open }) => {
    const page = await open();
    const [blocks = []] = fc.sample(tale, 1);
    await openGenerated(page, blocks);
    const problems: string[] = [];
    for (const [nth, { share, layouts, edits, elsewhere }] of fc.sample(testCase, CASES).entries()) {
      const { position, read } = await readPosition(page, blocks, share);
      const check = async (now: readonly Block[], step: string) => {
        const far = await distance(page, now, read);
        if (far > 1)
          problems.push(`case ${nth}, ${step}, is ${far} sentences off: ${JSON.stringify({ share, layouts, edits, position, read })}`);
      };
      for (const [step, each] of layouts.entries()) {
        await applyLayout(page, each);
        await check(blocks, `kept in layout ${step}`);
      }
      const readSentence = blocks.flatMap(({ sentences }) => sentences).find(({ id }) => id === read);
      const changed = edits.reduce((now, one) => (readSentence === undefined ? now : edited(now, one, readSentence)), blocks);
      await page.evaluate(
        async ([html, elsewhere, position]) => {
          const { positions } = globalThis as unknown as { positions: typeof Positions };
          const text = positions.textElement();
          if (html !== null) text.innerHTML = html;
          positions.scrollToShare(elsewhere);
          await positions.painted();
          positions.scrollToPosition(text, position);
          await positions.painted();
        },
        [changed === blocks ? null : htmlOf(changed), elsewhere, position] as const,
      );
      await check(changed, 'restored');
      if (changed !== blocks) await replaceText(page, blocks);
    }
    expect(problems).toEqual([]);
  },
  60_000 + CASES * 1_000,
);

journey('a reading position is restored on another device and after the text was edited', async ({ open }) => {
  const [blocks = []] = fc.sample(tale, 1);
  const desktop = await open();
  const user = await signIn(desktop, { role: 'admin' });
  await visit(desktop, '/');
  const published = await publish(desktop, htmlOf(blocks));
  await visit(desktop, `/tale/${published.slug}`);
  await loadHelpers(desktop);
  const { read } = await readPosition(desktop, blocks, 0.4);
  const readSentence = blocks.flatMap(({ sentences }) => sentences).find(({ id }) => id === read);
  if (readSentence === undefined) throw new Error('No sentence is visible.');
  await desktop.waitForFunction(() => (localStorage.getItem('talewood.bookshelf') ?? '').includes('"quote"'));
  await leave(desktop);

  const phone = await open({ viewport: PHONE });
  await phone.addInitScript(() => localStorage.setItem('talewood.reading', '{"face":"clear","size":6}'));
  await signInAs(phone, user);
  await resume(phone, published);
  expect(await distance(phone, blocks, read)).toBeLessThanOrEqual(1);

  const opening: Edit = { what: 'insert', at: 0, in: 0, text: ['Eftsoons.'] };
  const changed = [...fc.sample(edit, 6), opening].reduce((now, one) => edited(now, one, readSentence), blocks);
  await change(desktop, published, htmlOf(changed));
  await leave(phone);
  await resume(phone, published);
  expect(await distance(phone, changed, read)).toBeLessThanOrEqual(1);
  await leave(phone);

  // Page breaks differ on each device: opening the tale alternately must not drift backwards.
  for (const page of [desktop, phone])
    await page.addInitScript(() => localStorage.setItem('talewood.reading', '{"flow":"pages","size":5}'));
  for (const page of [desktop, phone, desktop, phone]) {
    await resume(page, published);
    expect(await distance(page, changed, read)).toBeLessThanOrEqual(1);
    await leave(page);
  }
});

/** Opens a tale in page flow and replaces its text by the generated blocks. */
async function openGenerated(page: Page, blocks: readonly Block[]): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('talewood.reading', '{"flow":"pages"}'));
  await visit(page, '/tale/the-snow-queen');
  await page.getByRole('button', { name: 'Next page' }).waitFor();
  await loadHelpers(page);
  await replaceText(page, blocks);
}

/** Replaces the text, and waits until the page has adapted to the new layout: an earlier scroll would count as part of the change. */
function replaceText(page: Page, blocks: readonly Block[]): Promise<void> {
  return page.evaluate(async (html) => {
    const { positions } = globalThis as unknown as { positions: typeof Positions };
    positions.textElement().innerHTML = html;
    await positions.painted();
  }, htmlOf(blocks));
}

let script: Promise<string> | undefined;

/** Loads test/reading-positions.ts into the page. */
async function loadHelpers(page: Page): Promise<void> {
  script ??= bundleForBrowser('test/reading-positions.ts', 'positions');
  await page.evaluate(`${await script}; globalThis.positions = positions;`);
}

type Published = { id: string; slug: string };

async function publish(page: Page, content: string): Promise<Published> {
  const form = { title: `The Long Way ${crypto.randomUUID().slice(0, 8)}`, author: 'The Miller', category: 'dark', excerpt: 'A long way.' };
  const rights = { source: 'Told at the mill', rights: 'Public domain', language: 'en', status: 'published' };
  const { status, body } = await apiRequest<{ tale: Published }>(page, 'POST', '/admin/tales', { ...form, ...rights, content });
  expect(status).toBe(201);
  return body.tale;
}

/** Changes the text, and waits until readers get it: `content` contains a new word. */
async function change(page: Page, { id, slug }: Published, content: string): Promise<void> {
  const { status } = await apiRequest(page, 'PATCH', `/admin/tales/${id}`, { content }, { 'if-match': '"1"' });
  expect(status).toBe(200);
  const isPublished = async () => (await (await page.request.get(`/tale/${slug}`)).text()).includes('Eftsoons');
  await expect.poll(isPublished).toBe(true);
}

/** Goes to the home page, and waits until the position is saved to the account. */
async function leave(page: Page): Promise<void> {
  await visit(page, '/');
  await page.waitForFunction(() => JSON.parse(localStorage.getItem('talewood.bookshelf') ?? '{"queue":[]}').queue.length === 0);
}

/** Opens the tale again and, once the positions of other devices are loaded, continues at the saved position. */
async function resume(page: Page, { slug }: Published): Promise<void> {
  const synced = page.waitForResponse((response) => response.url().endsWith('/bookshelf'));
  await visit(page, `/tale/${slug}`);
  await synced;
  await page.getByRole('button', { name: 'Continue where you left off' }).click();
  await loadHelpers(page);
  await page.evaluate(() => (globalThis as unknown as { positions: typeof Positions }).positions.painted());
}

/** Scrolls to a share of the text, or the next point with a visible sentence. Returns the reading position and the sentence at the top. */
function readPosition(page: Page, blocks: readonly Block[], share: number) {
  return page.evaluate(
    async ([sentences, to]) => {
      const { positions } = globalThis as unknown as { positions: typeof Positions };
      for (let at = to; at < to + 0.2; at += 0.01) {
        await positions.scrollToShareAndRest(at);
        if (positions.visibleSentences(sentences).first >= 0) break;
      }
      return { position: positions.currentPosition(positions.textElement()), read: positions.visibleSentences(sentences).first };
    },
    [blocks.map(({ sentences }) => sentences), share] as const,
  );
}

async function applyLayout(page: Page, { attributes, width, height }: Layout): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.evaluate(async (chosen) => {
    const { positions } = globalThis as unknown as { positions: typeof Positions };
    positions.applySettings(chosen);
    await positions.painted();
  }, attributes);
}

/** Returns how many sentences the one read is away from the top line, or from the visible page in page flow. */
async function distance(page: Page, blocks: readonly Block[], read: number): Promise<number> {
  const order = blocks.flatMap(({ sentences }) => sentences.map(({ id }) => id));
  const { isPaged, line, all } = await page.evaluate(
    (sentences) => (globalThis as unknown as { positions: typeof Positions }).positions.visibleSentences(sentences),
    blocks.map(({ sentences }) => sentences),
  );
  const distanceTo = (id: number) => Math.abs(order.indexOf(id) - order.indexOf(read));
  return Math.min(...(isPaged ? all : line).map(distanceTo));
}
