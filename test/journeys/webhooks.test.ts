import { expect } from 'vitest';
import { createReceiver } from '../webhook-site.ts';
import { expectAccessible } from './expect-accessible.ts';
import { DESKTOP, journey, PHONE, visit, waitForPage } from './journey.ts';
import { STATUS_IN_CONSOLE } from './pages.ts';
import { signIn } from './users.ts';

journey('a webhook is created, tested, repeated, rotated, paused and deleted by keyboard', async ({ open }) => {
  const receiver = createReceiver();
  await receiver.listen();
  try {
    const page = await open({ viewport: PHONE, expected: [STATUS_IN_CONSOLE] });
    const press = (name: string) => page.getByRole('button', { name }).first().press('Enter');
    await signIn(page, { role: 'admin', name: 'The Snow Queen' });
    await visit(page, '/manage-webhooks?mode=new');
    await waitForPage(page, '**/manage-webhooks?mode=new', 'Webhooks');
    await page.getByLabel('URL').fill('ftp://hooks.example');
    await page.getByLabel('URL').press('Enter');
    await page.locator('.field-wrong').getByText('Must start with https://').waitFor();
    await page.getByLabel('URL').fill(receiver.url);
    await page.getByLabel('Description').fill('Shop');
    await page.getByRole('checkbox', { name: 'Tale deleted' }).press('Space');
    await expectAccessible(page);
    await press('Save');
    const title = page.getByRole('heading', { name: 'Signing secret' });
    await title.waitFor();
    expect(await title.evaluate((heading) => heading === document.activeElement), 'the heading of the secret has the focus').toBe(true);
    const secret = await page.locator('.key-secret').innerText();
    expect(secret).toMatch(/^whsec_/);
    await expectAccessible(page);
    await press("I've copied it");

    receiver.answer = () => ({ status: 500, text: 'The shop is closed.' });
    await press('Send test event');
    await page.getByText('Test failed').waitFor();
    await page.locator('.webhook-data summary').last().press('Enter');
    await page.getByText('The shop is closed.').waitFor();
    await expectAccessible(page);
    receiver.answer = () => ({ status: 200 });
    await press('Redeliver');
    await expect.poll(() => receiver.requests.length).toBe(2);
    const [first, second] = receiver.requests;
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    await expect
      .poll(async () => {
        await press('Refresh');
        return page.locator('.webhook-deliveries').innerText();
      })
      .toMatch(/delivered[\s\S]*2 attempts, 200/i);

    await press('Rotate secret...');
    await page.getByRole('button', { name: 'Rotate', exact: true }).press('Enter');
    await title.waitFor();
    expect(await page.locator('.key-secret').innerText()).not.toBe(secret);
    await page.getByText('The previous secret is valid until').waitFor();
    // The secret is shown behind the dialog, which closes when the list is up to date.
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    await press('Pause');
    await page.getByText('Nothing is sent.').waitFor();
    await page.setViewportSize(DESKTOP);
    await page.getByText('Paused', { exact: true }).waitFor();
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)).toBe(true);
    await press('Delete...');
    await page.getByRole('button', { name: 'Delete', exact: true }).press('Enter');
    await page.getByText('Webhook deleted').waitFor();
  } finally {
    await receiver.close();
  }
});
