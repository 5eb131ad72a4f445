import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type * as Places from '#test/reading-positions.ts';
import { bundleForBrowser } from '../../browser-bundle.ts';
import { fc } from '../../fast-check.ts';
import { type Block, type Edit, edit, edited, htmlOf, tale } from '../../generated-tale.ts';
import { journey, PHONE, visit } from '../journey.ts';
import { apiRequest, signIn, signInAs } from '../users.ts';

/** Wherever one is in a tale, that place is found again: by the page that stays open, and by one that comes later. */

/** How many are tried; PAGES=1000 tries a thousand, PROPERTY_SEED others. */
const CASES = Number(process.env.PLACES ?? 10);

const orNot = (...values: string[]) => fc.constantFrom(null, ...values);
const look = fc.record({
  marks: fc.record({
    theme: fc.constantFrom('paper', 'sepia', 'night', 'candlelight'),
    face: orNot('sans', 'clear'),
    size: orNot('1', '3', '6', '9'),
    spacing: orNot('close', 'open'),
    paragraphs: orNot('apart', 'far'),
    measure: orNot('narrow', 'wide'),
    alignment: orNot('justified'),
    hyphens: orNot('false'),
    flow: orNot('pages'),
  }),
  // In the low one pages run on.
  width: fc.constantFrom(320, 390, 600, 768, 1024, 1280, 1440),
  height: fc.constantFrom(340, 700, 844, 1000),
});
// Evenly, which numbers of fast-check are not by themselves.
const share = fc.noBias(fc.integer({ min: 0, max: 9_999 })).map((part) => part / 10_000);
const trial = fc.record({
  share,
  looks: fc.array(look, { minLength: 1, maxLength: 3 }),
  edits: fc.array(edit, { maxLength: 4 }),
  elsewhere: share,
});
type Look = typeof look extends fc.Arbitrary<infer Value> ? Value : never;

journey(
  'the sentence at the top stays within one of it through sizes, faces, widths, pages and edits',
  async ({ open }) => {
    const page = await open({ reducedMotion: 'reduce' });
    const [told = []] = fc.sample(tale, 1);
    await openTold(page, told);
    const wrong: string[] = [];
    for (const [nth, { share, looks, edits, elsewhere }] of fc.sample(trial, CASES).entries()) {
      const { place, read } = await take(page, told, share);
      const judge = async (now: readonly Block[], step: string) => {
        const far = await farFrom(page, now, read);
        if (far > 1) wrong.push(`case ${nth}, ${step}, is ${far} sentences off: ${JSON.stringify({ share, looks, edits, place, read })}`);
      };
      for (const [step, each] of looks.entries()) {
        await dress(page, each);
        await judge(told, `held in look ${step}`);
      }
      const kept = told.flatMap(({ sentences }) => sentences).find(({ id }) => id === read);
      const changed = edits.reduce((now, one) => (kept === undefined ? now : edited(now, one, kept)), told);
      await page.evaluate(
        async ([html, far, spot]) => {
          const { places } = globalThis as unknown as { places: typeof Places };
          const text = places.textElement();
          if (html !== null) text.innerHTML = html;
          places.goTo(far);
          await places.painted();
          places.scrollToPosition(text, spot);
          await places.painted();
        },
        [changed === told ? null : htmlOf(changed), elsewhere, place] as const,
      );
      await judge(changed, 'found again');
      if (changed !== told) await page.evaluate((html) => document.getElementById('tale-text')?.setHTMLUnsafe(html), htmlOf(told));
    }
    expect(wrong).toEqual([]);
  },
  60_000 + CASES * 1_000,
);

journey('a place goes with its reader to another device, and through what an editor changes elsewhere', async ({ open }) => {
  const [told = []] = fc.sample(tale, 1);
  const desk = await open({ reducedMotion: 'reduce' });
  const user = await signIn(desk, { role: 'admin' });
  await visit(desk, '/');
  const written = await publish(desk, htmlOf(told));
  await visit(desk, `/tale/${written.slug}`);
  await bring(desk);
  const { read } = await take(desk, told, 0.4);
  const kept = told.flatMap(({ sentences }) => sentences).find(({ id }) => id === read);
  if (kept === undefined) throw new Error('Nothing is read.');
  await desk.waitForFunction(() => (localStorage.getItem('talewood.bookshelf') ?? '').includes('"quote"'));
  await leave(desk);

  const phone = await open({ viewport: PHONE, reducedMotion: 'reduce' });
  await phone.addInitScript(() => localStorage.setItem('talewood.reading', '{"face":"clear","size":6}'));
  await signInAs(phone, user);
  await resume(phone, written);
  expect(await farFrom(phone, told, read)).toBeLessThanOrEqual(1);

  const opening: Edit = { what: 'put', at: 0, in: 0, text: ['Eftsoons.'] };
  const changed = [...fc.sample(edit, 6), opening].reduce((now, one) => edited(now, one, kept), told);
  await change(desk, written, htmlOf(changed));
  await leave(phone);
  await resume(phone, written);
  expect(await farFrom(phone, changed, read)).toBeLessThanOrEqual(1);
  await leave(phone);

  // Pages begin elsewhere on each: who only opens the tale by turns on both goes no page back.
  for (const page of [desk, phone]) await page.addInitScript(() => localStorage.setItem('talewood.reading', '{"flow":"pages","size":5}'));
  for (const page of [desk, phone, desk, phone]) {
    await resume(page, written);
    expect(await farFrom(page, changed, read)).toBeLessThanOrEqual(1);
    await leave(page);
  }
});

/** A page of a tale whose text is the one that is told, with all that turns pages and holds places. */
async function openTold(page: Page, told: readonly Block[]): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('talewood.reading', '{"flow":"pages"}'));
  await visit(page, '/tale/the-snow-queen');
  await page.getByRole('button', { name: 'Next page' }).waitFor();
  await bring(page);
  await page.evaluate((html) => document.getElementById('tale-text')?.setHTMLUnsafe(html), htmlOf(told));
}

let script: Promise<string> | undefined;

/** Brings in what sees places. */
async function bring(page: Page): Promise<void> {
  script ??= bundleForBrowser('test/reading-positions.ts', 'places');
  await page.evaluate(`${await script}; globalThis.places = places;`);
}

type Written = { id: string; slug: string };

async function publish(page: Page, content: string): Promise<Written> {
  const form = { title: `The Long Way ${crypto.randomUUID().slice(0, 8)}`, author: 'The Miller', category: 'dark', excerpt: 'A long way.' };
  const rights = { source: 'Told at the mill', rights: 'Public domain', language: 'en', status: 'published' };
  const { status, body } = await apiRequest<{ tale: Written }>(page, 'POST', '/admin/tales', { ...form, ...rights, content });
  expect(status).toBe(201);
  return body.tale;
}

/** Resolves when readers get the changed text, which has a word that was not there. */
async function change(page: Page, { id, slug }: Written, content: string): Promise<void> {
  const { status } = await apiRequest(page, 'PATCH', `/admin/tales/${id}`, { content }, { 'if-match': '"1"' });
  expect(status).toBe(200);
  const stands = async () => (await (await page.request.get(`/tale/${slug}`)).text()).includes('Eftsoons');
  await expect.poll(stands).toBe(true);
}

/** Goes home, from where the place is told to the account. */
async function leave(page: Page): Promise<void> {
  await visit(page, '/');
  await page.waitForFunction(() => JSON.parse(localStorage.getItem('talewood.bookshelf') ?? '{"queue":[]}').queue.length === 0);
}

/** Opens the tale again and, when places of other devices have come, goes on where it was left. */
async function resume(page: Page, { slug }: Written): Promise<void> {
  const come = page.waitForResponse((answer) => answer.url().endsWith('/bookshelf'));
  await visit(page, `/tale/${slug}`);
  await come;
  await page.getByRole('button', { name: 'Continue where you left off' }).click();
  await bring(page);
  await page.evaluate(() => (globalThis as unknown as { places: typeof Places }).places.painted());
}

/** Goes to a share of the text, or to the first place after it with a sentence in sight, and takes the place there. `read`: the sentence at the top. */
function take(page: Page, told: readonly Block[], share: number) {
  return page.evaluate(
    async ([sentences, to]) => {
      const { places } = globalThis as unknown as { places: typeof Places };
      for (let at = to; at < to + 0.2; at += 0.01) {
        places.goTo(at);
        await places.painted();
        if (places.sentencesInSight(sentences).first >= 0) break;
      }
      // So long after a scroll the page looks where it is.
      await new Promise((resolve) => setTimeout(resolve, 125));
      return { place: places.currentPosition(places.textElement()), read: places.sentencesInSight(sentences).first };
    },
    [told.map(({ sentences }) => sentences), share] as const,
  );
}

async function dress(page: Page, { marks, width, height }: Look): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.evaluate(async (chosen) => {
    const { places } = globalThis as unknown as { places: typeof Places };
    places.look(chosen);
    await places.painted();
  }, marks);
}

/** By how many sentences the one that was read is off the line at the top, or in pages off the page. */
async function farFrom(page: Page, told: readonly Block[], read: number): Promise<number> {
  const order = told.flatMap(({ sentences }) => sentences.map(({ id }) => id));
  const { isPaged, line, all } = await page.evaluate(
    (sentences) => (globalThis as unknown as { places: typeof Places }).places.sentencesInSight(sentences),
    told.map(({ sentences }) => sentences),
  );
  const far = (id: number) => Math.abs(order.indexOf(id) - order.indexOf(read));
  return Math.min(...(isPaged ? all : line).map(far));
}
