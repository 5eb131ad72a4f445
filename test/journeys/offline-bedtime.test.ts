import { expect } from 'vitest';
import { urls } from '#src/urls.ts';
import { expectAccessible } from './expect-accessible.ts';
import { visit, waitForPage } from './journey.ts';
import { LOCAL_VOICE, offlineJourney, WITH_SERVICE_WORKER, waitForServiceWorker } from './offline-steps.ts';
import { listSpoken, speakInstantly, stubVoices } from './speech-stub.ts';
import { expectHighlighted, player, playLastSentence } from './text-to-speech-steps.ts';

offlineJourney('at bedtime while offline, playback continues with a cached next tale, or ends with a message', async ({ open, proxy }) => {
  const page = await open({ ...WITH_SERVICE_WORKER, origin: proxy.origin });
  await stubVoices(page, [LOCAL_VOICE]);
  await visit(page, '/tale/cinderella');
  await waitForServiceWorker(page);
  const title = await page.locator('a[rel=next] b').innerText();
  const next = (await page.locator('a[rel=next]').getAttribute('href')) ?? '';
  await visit(page, next);
  await waitForServiceWorker(page);
  // Partly played before: at bedtime it starts from the beginning.
  await page.getByRole('button', { name: 'Listen' }).click();
  for (let sentence = 0; sentence < 15; sentence += 1) await player(page).getByRole('button', { name: 'Next sentence' }).click();
  await page.waitForFunction(() => localStorage.getItem('talewood.bookshelf')?.includes('"place"'));
  await visit(page, urls.history());
  await visit(page, urls.favorites());
  await proxy.disconnect();

  await visit(page, '/tale/cinderella');
  await page.getByRole('button', { name: 'Listen' }).click();
  await player(page).getByRole('button', { name: 'Bedtime' }).click();
  await page.getByRole('button', { name: 'One more' }).click();
  await playLastSentence(page);
  await speakInstantly(page);
  await waitForPage(page, `**${next}`, title);
  await player(page).getByRole('button', { name: 'Bedtime: This tale' }).waitFor();
  await expectHighlighted(page, title);
  expect(await listSpoken(page)).toEqual([title]);
  await player(page).getByRole('button', { name: 'Bedtime' }).click();
  await page.getByRole('button', { name: 'Two more' }).click();
  await playLastSentence(page);
  await speakInstantly(page);
  await page.getByRole('button', { name: 'Good night' }).click();
  await player(page).getByText("Couldn't open the next tale.").waitFor();
  expect(new URL(page.url()).pathname).toBe(next);

  // History and favorites list the cached tales.
  await page.evaluate(addFavorites, '00000000-0000-4000-8000-000000000001');
  await page.goto(urls.history());
  await page.getByRole('heading', { level: 3, name: title }).waitFor();
  await page.goto(urls.favorites());
  await page.locator('article.tale h3', { hasText: title }).waitFor();
  await page.getByText('1 more is not on this device.').waitFor();
  await expectAccessible(page);
  await page.locator('article.tale h3 a', { hasText: title }).click();
  await waitForPage(page, `**${next}`, title);
});

/** Runs in the page. Adds all tales of the history and another tale to the favorites. */
function addFavorites(other: string): void {
  const saved = JSON.parse(localStorage.getItem('talewood.bookshelf') ?? '{}');
  const at = new Date().toISOString();
  saved.base.favorites = [...saved.base.positions.map(({ tale }: { tale: string }) => ({ tale, at })), { tale: other, at }];
  localStorage.setItem('talewood.bookshelf', JSON.stringify(saved));
}
