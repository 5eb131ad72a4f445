import { expect } from 'vitest';
import { urls } from '#src/urls.ts';
import { expectAccessible } from './expect-accessible.ts';
import { bringVoices, listSaid, speakQuickly } from './fake-voices.ts';
import { arrived, visit } from './journey.ts';
import { bar, glows, readTheEnd } from './listening-steps.ts';
import { ALLOWED, LOCAL_VOICE, tale, untilControlled } from './offline-steps.ts';

tale('at bedtime without a network the next tale is read on when it is here, and else it ends with a word', async ({ open, proxy }) => {
  const page = await open({ ...ALLOWED, origin: proxy.origin });
  await bringVoices(page, [LOCAL_VOICE]);
  await visit(page, '/tale/cinderella');
  await untilControlled(page);
  const title = await page.locator('a[rel=next] b').innerText();
  const next = (await page.locator('a[rel=next]').getAttribute('href')) ?? '';
  await visit(page, next);
  await untilControlled(page);
  // Listened to before, and not to its end: at bedtime it begins at its beginning all the same.
  await page.getByRole('button', { name: 'Listen' }).click();
  for (let sentence = 0; sentence < 15; sentence += 1) await bar(page).getByRole('button', { name: 'Next sentence' }).click();
  await page.waitForFunction(() => localStorage.getItem('talewood.bookshelf')?.includes('"place"'));
  await visit(page, urls.history());
  await visit(page, urls.favorites());
  await proxy.disconnect();

  await visit(page, '/tale/cinderella');
  await page.getByRole('button', { name: 'Listen' }).click();
  await bar(page).getByRole('button', { name: 'Bedtime' }).click();
  await page.getByRole('button', { name: 'One more' }).click();
  await readTheEnd(page);
  await speakQuickly(page);
  await arrived(page, `**${next}`, title);
  await bar(page).getByRole('button', { name: 'Bedtime: This tale' }).waitFor();
  await glows(page, title);
  expect(await listSaid(page)).toEqual([title]);
  await bar(page).getByRole('button', { name: 'Bedtime' }).click();
  await page.getByRole('button', { name: 'Two more' }).click();
  await readTheEnd(page);
  await speakQuickly(page);
  await page.getByRole('button', { name: 'Good night' }).click();
  await bar(page).getByText("Couldn't open the next tale.").waitFor();
  expect(new URL(page.url()).pathname).toBe(next);

  // Of what one has read and likes, the device shows what it has.
  await page.evaluate(giveHearts, '00000000-0000-4000-8000-000000000001');
  await page.goto(urls.history());
  await page.getByRole('heading', { level: 3, name: title }).waitFor();
  await page.goto(urls.favorites());
  await page.locator('article.tale h3', { hasText: title }).waitFor();
  await page.getByText('1 more is not on this device.').waitFor();
  await expectAccessible(page);
  await page.locator('article.tale h3 a', { hasText: title }).click();
  await arrived(page, `**${next}`, title);
});

/** Runs in the page: what was read there is liked, and so is another tale. */
function giveHearts(other: string): void {
  const kept = JSON.parse(localStorage.getItem('talewood.bookshelf') ?? '{}');
  const at = new Date().toISOString();
  kept.base.favorites = [...kept.base.positions.map(({ tale }: { tale: string }) => ({ tale, at })), { tale: other, at }];
  localStorage.setItem('talewood.bookshelf', JSON.stringify(kept));
}
