import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessible, expectAccessibleAtBothWidths } from '../expect-accessible.ts';
import { DESKTOP, journey, PHONE, visit, waitForPage } from '../journey.ts';
import { listEmails } from '../mailbox.ts';
import { apiRequest, signIn, toast } from '../users.ts';

/** A change of a tale, from the reader who suggests it to the outcome. */

/** Checks accessibility, and overflow at the smallest viewport. */
async function expectAccessibleAndFit(page: Page, size: typeof DESKTOP): Promise<void> {
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), 'overflow').toBe(0);
  await page.setViewportSize(size);
}

const TALE = 'briar-rose';

journey('a reader suggests changes, the tale changes, and an editor accepts one of them and rejects another', async ({ open }) => {
  const mark = crypto.randomUUID().slice(0, 8);
  const page = await open({ viewport: PHONE, expected: [/status of 422/] });
  const { email } = await signIn(page, { name: 'Gerda' });
  await visit(page, `/tale/${TALE}`);
  await page.getByRole('link', { name: 'Suggest a change' }).press('Enter');
  await waitForPage(page, `**/suggest?tale=${TALE}`, 'Suggest a change');
  const paragraphs = page.locator('.ProseMirror > p');
  for (const at of [0, 2]) {
    await paragraphs.nth(at).click();
    await page.keyboard.press('End');
    await page.keyboard.type(` Added ${mark} ${at}.`);
  }
  await page.getByText('2 changes. The editors can accept each on its own.').waitFor();
  await page.getByRole('button', { name: 'Send suggestion' }).press('Enter');
  await page.getByText('Say why you suggest this').first().waitFor();
  await expectAccessibleAndFit(page, PHONE);

  // Unsent input stays on the device.
  await page.getByLabel('Why do you suggest this?').fill('The sentence is missing.');
  await page.reload();
  await page.getByText('2 changes. The editors can accept each on its own.').waitFor();
  expect(await page.getByLabel('Why do you suggest this?').inputValue()).toBe('The sentence is missing.');
  await page.getByRole('button', { name: 'Send suggestion' }).press('Enter');
  await waitForPage(page, '**/contributions', 'Contributions');
  const sheet = page.getByRole('article').first();
  await sheet.getByText('Open', { exact: true }).waitFor();
  await expectAccessibleAndFit(page, PHONE);

  const desktop = await open({ viewport: DESKTOP });
  await signIn(desktop, { role: 'admin', name: 'The Snow Queen' });
  await visit(desktop, '/manage-suggestions');
  await desktop
    .getByRole('navigation', { name: 'Manage' })
    .getByRole('link', { name: /^Suggestions \d+ open$/ })
    .waitFor();
  await changeFirstParagraph(desktop, mark);
  await desktop
    .locator('.inbox-rows')
    .getByRole('link', { name: /Gerda: The sentence is missing/ })
    .first()
    .press('Enter');
  const first = desktop.getByRole('region', { name: 'Text, change 1 of 2' });
  await first.getByText('Passage has changed').waitFor();
  await expectAccessibleAndFit(desktop, DESKTOP);
  await desktop.getByLabel('Note to the reader (optional)').fill('One was written anew.');
  await desktop.getByRole('region', { name: 'Text, change 2 of 2' }).getByRole('button', { name: 'Accept' }).press('Enter');
  await toast(desktop, 'Decision saved', '1 change is still open.').waitFor();
  await first.getByRole('button', { name: 'Reject' }).press('Enter');
  await toast(desktop, 'Suggestion decided', 'The reader gets an email with the outcome.').waitFor();

  // Wrapped into lines.
  const text = (await (await desktop.request.get(`/tale/${TALE}.txt`)).text()).replace(/\s+/g, ' ');
  expect([text.includes(`Added ${mark} 2.`), text.includes(`Added ${mark} 0.`), text.includes(`Anew ${mark}.`)]).toEqual([
    true,
    false,
    true,
  ]);
  await expect
    .poll(async () =>
      (await listEmails(email)).map(({ text: mail }) => [/Accepted\s+changes:\s+1\./.test(mail), mail.includes('One was written anew.')]),
    )
    .toEqual([[true, true]]);
  await page.reload();
  await sheet.getByText('Partly accepted').waitFor();
  await sheet.getByText('2 changes: 1 accepted, 1 not accepted').waitFor();
  await sheet.getByText('Changes', { exact: true }).press('Enter');
  await sheet.getByText('Not accepted', { exact: true }).waitFor();
  await sheet.getByText('One was written anew.').waitFor();
  await expectAccessible(page);
});

/** Saves the tale with another first paragraph, as another editor would. */
async function changeFirstParagraph(page: Page, mark: string): Promise<void> {
  const origin = new URL(page.url()).origin;
  const { tales } = await (await page.request.get('/api/v1/admin/tales?q=Briar')).json();
  const { id, version } = tales.find(({ slug }: { slug: string }) => slug === TALE);
  const { content } = await (await page.request.get(`/api/v1/admin/tales/${id}`)).json();
  const answer = await page.request.patch(`/api/v1/admin/tales/${id}`, {
    headers: { origin, 'if-match': `"${version}"` },
    data: { content: content.replace('</p>', ` Anew ${mark}.</p>`) },
  });
  expect(answer.status()).toBe(200);
}

journey('an open suggestion tells what another editor does, and a passage that is being written stays', async ({ open }) => {
  const other = await open();
  await signIn(other, { role: 'editor', name: 'Kay' });
  await visit(other, '/');
  const title = `The Mill ${crypto.randomUUID().slice(0, 8)}`;
  const text = { title, excerpt: 'A mill turns.', content: '<p>Once there was a mill.</p>' };
  const rights = { author: 'Gerda', category: 'dark', source: 'Told at home', rights: 'Public domain', status: 'published' };
  const { body: made } = await apiRequest<{ tale: { id: string; version: number } }>(other, 'POST', '/admin/tales', {
    ...{ ...text, ...rights, publish_date: '1950-01-01T00:00:00Z' },
  });
  const reader = await open();
  await signIn(reader, { name: 'Gerda' });
  await visit(reader, '/');
  const sent = await apiRequest<{ id: string }>(reader, 'POST', '/account/suggestions', {
    ...{ ...text, title: `${title} Pond`, excerpt: 'A mill turned.', reason: 'It is better.' },
    ...{ tale: made.tale.id, version: made.tale.version },
  });
  expect(sent.status, JSON.stringify(sent.body)).toBe(201);

  const page = await open({ expected: [/status of 412/] });
  await signIn(page, { role: 'editor', name: 'The Robber' });
  await visit(page, `/manage-suggestions?id=${sent.body.id}`);
  const [first, second] = [1, 2].map((at) => page.getByRole('region', { name: new RegExp(`, change ${at} of 2`) })) as [Locator, Locator];
  await page.getByLabel('Note to the reader (optional)').fill('Thank you.');
  await second.getByRole('button', { name: 'Edit passage' }).press('Enter');
  const passage = second.getByRole('textbox', { name: 'Passage' });
  await passage.fill('A mill went round.');
  const top = async () => (await passage.boundingBox())?.y;
  const before = await top();
  const decided = { decisions: [{ change: 0, action: 'accept' }], note: 'Well seen.' };
  expect((await apiRequest(other, 'POST', `/admin/suggestions/${sent.body.id}/decisions`, decided)).status).toBe(200);
  const news = page.getByRole('status').filter({ hasText: 'Kay decided about 1 change. Note to the reader: “Well seen.”' });
  await news.waitFor();
  expect(await top()).toBe(before);
  expect(await passage.evaluate((input) => input === document.activeElement)).toBe(true);
  await expectAccessibleAtBothWidths(page);
  // Not written over a tale that was not seen.
  await page.keyboard.press('Enter');
  await toast(page, 'Error saving the decision', 'This tale has been changed since you opened the suggestion.').waitFor();
  await first.getByRole('button', { name: 'Reopen' }).waitFor();
  await news.waitFor({ state: 'detached' });

  const { body: now } = await apiRequest<{ version: number }>(other, 'GET', `/admin/tales/${made.tale.id}`);
  const change = { content: '<p>Once there was an old mill.</p>' };
  expect((await apiRequest(other, 'PATCH', `/admin/tales/${made.tale.id}`, change, { 'if-match': `"${now.version}"` })).status).toBe(200);
  await page.getByRole('status').filter({ hasText: 'The tale was changed.' }).waitFor();
  await page.getByRole('button', { name: 'Show', exact: true }).press('Enter');
  await page.getByText('Once there was an old mill.').waitFor();
  expect([await passage.inputValue(), await page.getByLabel('Note to the reader (optional)').inputValue()]).toEqual([
    'A mill went round.',
    'Thank you.',
  ]);
  await second.getByRole('button', { name: 'Accept this wording' }).press('Enter');
  await toast(page, 'Suggestion decided', 'The reader gets an email with the outcome.').waitFor();
  const { body: saved } = await apiRequest<object>(other, 'GET', `/admin/tales/${made.tale.id}`);
  expect(saved).toMatchObject({ title: `${title} Pond`, excerpt: 'A mill went round.', ...change });
});
