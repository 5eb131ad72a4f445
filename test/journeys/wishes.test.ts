import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { urls } from '#src/urls.ts';
import { journey, type PageOptions, PHONE, visit, waitForIdle, waitForPage } from './journey.ts';
import { LOCAL_VOICE } from './offline-steps.ts';
import { readHalfway } from './reader-library-steps.ts';
import { listSpoken, stubVoices } from './speech-stub.ts';

/**
 * Everyday wishes of readers, teachers and editors, written down before the paths to them were shortened. Each reaches its goal within a
 * number of clicks; typing and scrolling are free. `before`: clicks in version 1.0.0; null: the wish could not be met.
 *
 * Four more are journeys of their own: share a list of three with the class (shared-lists.test.ts), three versions of a tale printed
 * (teachers.test.ts), a week of tales without a network (offline.test.ts), and publish an own tale (editing/publishing.test.ts).
 */
const WISHES = {
  hearFiveMinutes: { wish: 'Hear a tale of about five minutes that suits a four-year-old', clicks: 3, before: 7 },
  somethingFunny: { wish: 'Something funny for a six-year-old, ten minutes', clicks: 2, before: null },
  nothingScary: { wish: 'A tale without anything scary', clicks: 2, before: null },
  isItSuitable: { wish: 'See before reading for whom a tale is and what is hard in it', clicks: 1, before: 1 },
  surpriseMe: { wish: 'Any tale, surprise me', clicks: 1, before: 2 },
  goOn: { wish: 'Go on where we stopped last night', clicks: 2, before: 2 },
  findSaved: { wish: 'Find the tale I saved yesterday', clicks: 2, before: 4 },
  bedtime: { wish: 'Read aloud by candlelight and fall silent at the end', clicks: 3, before: 4 },
  largerText: { wish: 'Larger text', clicks: 2, before: 2 },
  putOnTablet: { wish: 'Put this on the tablet', clicks: 2, before: 2 },
  sendToGrandma: { wish: 'Send this tale to grandma', clicks: 2, before: 2 },
  fromJapan: { wish: 'A tale from Japan', clicks: 1, before: 4 },
  printThis: { wish: 'Print this tale', clicks: 2, before: 3 },
  whatDidWeRead: { wish: 'What did we read last week?', clicks: 1, before: 3 },
  sameTaleElsewhere: { wish: 'The same tale from another country', clicks: 2, before: null },
  keepUp: { wish: 'Hear of new tales without looking', clicks: 2, before: 2 },
} as const;

const SMALL_PHONE = { width: 360, height: 640 };
/** A visitor who counts clicks. What is clicked is at least 44 px high. */
class Visitor {
  clicks = 0;
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }

  /** Clicks what is in the first viewport. */
  async click(target: Locator): Promise<void> {
    const { bottom } = await this.#measure(target);
    expect(bottom, `${target} is in the first viewport`).toBeLessThanOrEqual(this.page.viewportSize()?.height ?? 0);
    await this.#press(target);
  }

  async scrollAndClick(target: Locator): Promise<void> {
    await target.scrollIntoViewIfNeeded();
    await this.#measure(target);
    await this.#press(target);
  }

  async #press(target: Locator): Promise<void> {
    this.clicks += 1;
    await target.click();
  }

  /** The link of a card or row covers it. */
  async #measure(target: Locator): Promise<{ bottom: number }> {
    await target.waitFor();
    await waitForIdle(this.page);
    const { height, bottom } = await target.evaluate((element) => {
      const box = (element.closest('article, .tale-rows > li') ?? element).getBoundingClientRect();
      return { height: box.height, bottom: element.getBoundingClientRect().bottom };
    });
    expect(height, `${target} is high enough for a finger`).toBeGreaterThanOrEqual(44);
    return { bottom };
  }
}

type Options = PageOptions & { start?: string; prepare?: (page: Page) => Promise<void> };

/** A journey to the goal of a wish, from the home page of a signed-out reader on a phone unless said otherwise. */
function wish(name: keyof typeof WISHES, run: (visitor: Visitor) => Promise<void>, { start = '/', prepare, ...options }: Options = {}) {
  const { wish: title, clicks } = WISHES[name];
  const size = options.viewport === SMALL_PHONE ? ' (360 x 640)' : '';
  journey(`${title}: at most ${clicks} click${clicks === 1 ? '' : 's'}${size}`, async ({ open }) => {
    const page = await open({ viewport: PHONE, ...options });
    await stubVoices(page, [LOCAL_VOICE]);
    await prepare?.(page);
    await visit(page, start);
    const visitor = new Visitor(page);
    await run(visitor);
    expect(visitor.clicks).toBeLessThanOrEqual(clicks);
  });
}

const link = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('link', { name, exact: typeof name === 'string' });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const firstTale = (page: Page) => page.locator('main article h3 a').first();
const isSpeaking = (page: Page) => expect.poll(() => listSpoken(page)).not.toEqual([]);
const chips = (page: Page) => page.locator('.chips .chip').allInnerTexts();

for (const viewport of [PHONE, SMALL_PHONE]) {
  wish(
    'hearFiveMinutes',
    async (reader) => {
      const { page } = reader;
      await reader.click(link(page, '5 minutes'));
      await waitForPage(page, '**/how-long?minutes=5', 'How long have we got?');
      await reader.click(link(page, 'Ages 3 to 5'));
      await page.waitForURL('**/how-long?minutes=5&age=3-5');
      expect(await page.locator('.evening .byline').innerText()).toMatch(/[45] min aloud\s*Ages 3–5/);
      await reader.click(link(page, /^Listen to/));
      await page.waitForURL('**/tale/*');
      await isSpeaking(page);
    },
    { viewport },
  );

  wish(
    'bedtime',
    async (reader) => {
      const { page } = reader;
      await reader.click(link(page, 'Bedtime'));
      await waitForPage(page, '**/tales?minutes=10&calm=yes', 'Browse Tales');
      await reader.click(firstTale(page));
      await page.waitForURL('**/tale/*');
      await reader.click(button(page, 'Bedtime'));
      await isSpeaking(page);
      await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('candlelight');
      await page.getByRole('region', { name: 'Read aloud' }).getByText('This tale').waitFor();
    },
    { viewport },
  );
}

wish('somethingFunny', async (reader) => {
  const { page } = reader;
  await reader.click(page.getByRole('link', { name: 'Search', exact: true }));
  await page.keyboard.type('something funny for a six-year-old, ten minutes');
  await page.keyboard.press('Enter');
  await waitForPage(page, '**/tales?minutes=10&age=6-8&mood=funny', 'Browse Tales');
  expect(await chips(page)).toEqual(
    expect.arrayContaining(['10 min or less', 'Ages 6 to 8', 'Funny'].map((each) => expect.stringContaining(each))),
  );
  await reader.click(firstTale(page));
  await page.waitForURL('**/tale/*');
});

wish('nothingScary', async (reader) => {
  const { page } = reader;
  await reader.click(page.getByRole('link', { name: 'Search', exact: true }));
  await page.keyboard.type('not scary');
  await page.keyboard.press('Enter');
  await waitForPage(page, '**/tales?calm=yes', 'Browse Tales');
  expect(await chips(page)).toEqual([expect.stringContaining('Nothing scary')]);
  await reader.click(firstTale(page));
  await page.waitForURL('**/tale/*');
  expect(await page.getByText(/^Good to know: (?!drink|old stereotypes)/).count()).toBe(0);
});

wish(
  'isItSuitable',
  async (reader) => {
    const { page } = reader;
    const card = page.locator('article', { hasText: 'Hansel and Gretel' });
    await card.getByText('Ages 6–8').waitFor();
    await reader.scrollAndClick(card.getByRole('link'));
    await waitForPage(page, '**/tale/hansel-and-gretel', 'Hansel and Gretel');
    await page.locator('.facts').getByText('Ages 6 to 8').waitFor();
    expect((await page.getByText('Good to know: ').boundingBox())?.y).toBeLessThan(PHONE.height);
  },
  { start: '/categories/dark' },
);

wish('surpriseMe', async (reader) => {
  await reader.click(link(reader.page, 'Surprise me'));
  await reader.page.waitForURL('**/tale/*');
});

const halfOfRapunzel = async (page: Page) => {
  await visit(page, urls.tale('rapunzel'));
  await readHalfway(page);
};

wish(
  'goOn',
  async (reader) => {
    const { page } = reader;
    await reader.scrollAndClick(page.locator('.continue-slot').getByRole('link', { name: 'Rapunzel' }));
    await waitForPage(page, '**/tale/rapunzel', 'Rapunzel');
    await reader.scrollAndClick(button(page, 'Continue where you left off'));
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(1_000);
  },
  { prepare: halfOfRapunzel },
);

wish(
  'findSaved',
  async (reader) => {
    const { page } = reader;
    await reader.click(page.getByRole('link', { name: 'My tales' }).first());
    await waitForPage(page, '**/my-tales', 'My tales');
    await reader.click(link(page, 'The Turnip'));
    await waitForPage(page, '**/tale/the-turnip', 'The Turnip');
  },
  {
    prepare: async (page) => {
      await visit(page, urls.tale('the-turnip'));
      await button(page, 'Save').click();
      await page.getByLabel('Read later').check();
      const message = page.getByRole('status').filter({ hasText: 'Saved to Read later' });
      await message.getByRole('button', { name: 'My tales' }).waitFor();
      expect((await message.boundingBox())?.width).toBeGreaterThan(300);
    },
  },
);

wish(
  'whatDidWeRead',
  async (reader) => {
    const { page } = reader;
    await reader.click(page.getByRole('link', { name: 'My tales' }).first());
    const history = page.locator('section', { has: page.getByRole('heading', { name: 'History' }) });
    await history.getByRole('link', { name: 'Rapunzel' }).waitFor();
  },
  { prepare: halfOfRapunzel },
);

wish('fromJapan', async (reader) => {
  const { page } = reader;
  await reader.scrollAndClick(link(page, /^Japanese/));
  await page.waitForURL('**/tales?origin=Japanese');
  await firstTale(page).waitFor();
});

wish('keepUp', async (reader) => {
  const { page } = reader;
  await reader.scrollAndClick(link(page, 'View all recent tales'));
  await waitForPage(page, '**/recent', 'Recent tales');
  await page.locator('a[href="/recent.atom"]').first().waitFor({ state: 'attached' });
});

wish(
  'sameTaleElsewhere',
  async (reader) => {
    const { page } = reader;
    await reader.scrollAndClick(link(page, 'Compare versions'));
    await page.getByRole('heading', { level: 1, name: 'Compare versions of Cinderella' }).waitFor();
    await reader.scrollAndClick(link(page, 'Ye Xian'));
    await waitForPage(page, '**/tale/ye-xian', 'Ye Xian');
  },
  { start: urls.tale('cinderella') },
);

const TALE = { start: urls.tale('rapunzel') };

wish(
  'largerText',
  async (reader) => {
    const { page } = reader;
    const size = () => page.locator('#tale-text').evaluate((text) => Number.parseFloat(getComputedStyle(text).fontSize));
    const before = await size();
    await reader.click(button(page, 'Settings'));
    await page.getByLabel('Text size').focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(size).toBeGreaterThan(before);
  },
  TALE,
);

wish(
  'putOnTablet',
  async (reader) => {
    const { page } = reader;
    await reader.click(button(page, 'Share'));
    await reader.scrollAndClick(button(page, 'QR code'));
    await page.getByRole('dialog').locator('.share-part svg').first().waitFor();
  },
  TALE,
);

wish(
  'sendToGrandma',
  async (reader) => {
    const { page } = reader;
    await reader.click(button(page, 'Share'));
    await reader.scrollAndClick(button(page, 'Copy link'));
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
  },
  { ...TALE, permissions: ['clipboard-read', 'clipboard-write'] },
);

wish(
  'printThis',
  async (reader) => {
    const { page } = reader;
    await page.evaluate(() => Object.assign(window, { print: () => Object.assign(window, { isPrinted: true }) }));
    await reader.click(button(page, 'Print'));
    const dialog = page.getByRole('dialog');
    await reader.scrollAndClick(dialog.locator('.share-part').getByRole('button', { name: 'Print', exact: true }));
    await page.waitForFunction(() => 'isPrinted' in window);
  },
  TALE,
);
