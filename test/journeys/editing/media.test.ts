import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, inject } from 'vitest';
import { runSql } from '../../sql.ts';
import { expectAccessible } from '../expect-accessible.ts';
import { journey, visit, waitForPage } from '../journey.ts';
import { STATUS_IN_CONSOLE } from '../pages.ts';
import { apiRequest, signIn, toast } from '../users.ts';

/** The media library. Each journey has its own images, found by a unique word in their names. */

const uniqueWord = () => `w${crypto.randomUUID().slice(0, 8)}`;

/** Returns a unique image: dark, with a light circle at the top left. */
async function imageFile(name: string, width = 1200, height = 900) {
  const background = { r: Math.floor(Math.random() * 60), g: 40, b: Math.floor(Math.random() * 90) };
  const light = Buffer.from('<svg width="200" height="200"><circle cx="100" cy="100" r="90" fill="#ffe08a"/></svg>');
  const buffer = await sharp({ create: { width, height, channels: 3, background } })
    .composite([{ input: light, left: 40, top: 40 }])
    .png()
    .toBuffer();
  return { name: `${name}.png`, mimeType: 'image/png', buffer };
}

/** Opens the file dialog by keyboard and chooses a file. */
async function uploadByKeyboard(page: Page, button: string, file: Awaited<ReturnType<typeof imageFile>>): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: button }).press('Enter');
  await (await chooser).setFiles(file);
}

journey('an image is uploaded, described and cropped by keyboard, and visitors see it', async ({ open }) => {
  const word = uniqueWord();
  const page = await open();
  await signIn(page, { role: 'admin', name: 'Marian Holt' });
  await visit(page, '/manage-media');
  await waitForPage(page, '**/manage-media', 'Images');
  await uploadByKeyboard(page, 'Upload images', await imageFile(`Lantern ${word}`));
  const pane = page.getByLabel('Image', { exact: true });
  await pane.getByLabel('Alt text').fill('A lantern in the dark');
  await page.keyboard.press('Enter');
  await pane.getByText('Saved', { exact: true }).waitFor();
  const point = pane.getByRole('button', { name: /^Focal point/ });
  await point.focus();
  for (const key of [
    'Shift+ArrowLeft',
    'Shift+ArrowLeft',
    'Shift+ArrowLeft',
    'ArrowLeft',
    'Shift+ArrowUp',
    'Shift+ArrowUp',
    'Shift+ArrowUp',
  ])
    await page.keyboard.press(key);
  await pane.getByRole('button', { name: 'Focal point: 19 % from the left, 20 % from the top' }).waitFor();
  await page.keyboard.press('Tab');
  await expectAccessible(page);
  const { body } = await apiRequest<{ pictures: { address: string; alt: string; focal_x: number; focal_y: number }[] }>(
    page,
    'GET',
    `/admin/media?q=${word}`,
  );
  const [image] = body.pictures;
  expect(image).toMatchObject({ alt: 'A lantern in the dark', focal_x: 19, focal_y: 20 });
  await pane.getByRole('button', { name: 'Close' }).press('Enter');
  await page.getByRole('button', { name: `Lantern ${word}` }).waitFor();

  const slug = `lantern-${word}`;
  const content = `<p>Once.</p><figure><img src="${image?.address}" alt="A lantern" /></figure>`;
  const form = { title: `The Lantern ${word}`, author: 'The Miller', category: 'classic', excerpt: 'A light.', slug, content };
  const publishing = { cover_image: `${image?.address}#x19y20`, status: 'published', source: 'My own', rights: 'own' };
  const created = await apiRequest(page, 'POST', '/admin/tales', { ...form, ...publishing });
  expect([created.status, created.body], 'the tale is published').toMatchObject([201, {}]);
  const reader = await open();
  await visit(reader, `/tale/${slug}`);
  for (const shown of [reader.locator('.tale-cover img'), reader.getByRole('img', { name: 'A lantern' })]) {
    await shown.scrollIntoViewIfNeeded();
    await reader.waitForFunction((img) => (img as HTMLImageElement).naturalWidth > 0, await shown.elementHandle());
    const { src, width } = await shown.evaluate((img: HTMLImageElement) => ({ src: img.currentSrc, width: img.clientWidth }));
    const imageWidth = Number(/\/(\d+)\.avif$/.exec(src)?.[1]);
    expect([imageWidth >= Math.min(width, 320), imageWidth <= 960], `${src} at ${width} px`).toEqual([true, true]);
  }
  expect(await reader.locator('.tale-cover img').evaluate((img) => getComputedStyle(img).objectPosition)).toBe('20% 20%');
  await expectAccessible(reader);
});

journey(
  'unsupported files are rejected with reasons while a valid one is uploaded; an image in use cannot be deleted',
  async ({ open }) => {
    const word = uniqueWord();
    const page = await open({ expected: [STATUS_IN_CONSOLE] });
    await signIn(page, { role: 'admin' });
    await visit(page, '/manage-media');
    const svg = { name: `fake ${word}.png`, mimeType: 'image/png', buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') };
    const heic = { name: `photo ${word}.heic`, mimeType: 'image/heic', buffer: Buffer.from('x') };
    const large = { name: `large ${word}.jpg`, mimeType: 'image/jpeg', buffer: Buffer.alloc(9_000_000) };
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles([svg, heic, large, await imageFile(`Owl ${word}`, 300, 300)]);
    const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
    await row('fake').getByText('This file is an SVG drawing. Supported types: JPEG, PNG, WebP, AVIF.').waitFor();
    await row('photo').getByText('Export it as JPEG').waitFor();
    await row('large').getByText('Images can have at most 8 MB. Save it at a smaller size and try again. This one has 8.6 MB.').waitFor();
    const owl = page.getByRole('button', { name: `Owl ${word}` });
    await owl.waitFor();
    await page.getByRole('button', { name: `Dismiss fake ${word}.png` }).click();
    await row('fake').waitFor({ state: 'detached' });

    await owl.click();
    const pane = page.getByLabel('Image', { exact: true });
    const { body } = await apiRequest<{ pictures: { id: string; address: string }[] }>(page, 'GET', `/admin/media?q=${word}`);
    const [tale] = await runSql<{ id: string }>(inject('databaseUrl'), "select id from tales where slug = 'the-frog-king'");
    await runSql(inject('databaseUrl'), 'insert into media_uses (media_id, tale_id, as_cover) values ($1, $2, false)', [
      body.pictures[0]?.id,
      tale?.id,
    ]);
    await pane.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await toast(page, 'Error deleting image', 'This image is used in “The Frog King”. Remove it there first, or replace it.').waitFor();
    await runSql(inject('databaseUrl'), 'delete from media_uses where media_id = $1', [body.pictures[0]?.id]);
    await pane.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await toast(page, 'Image deleted', `“Owl ${word}” was deleted from the library.`).waitFor();
    await owl.waitFor({ state: 'detached' });
  },
);

journey('an upload without a connection waits and is sent when online again', async ({ open }) => {
  const word = uniqueWord();
  const page = await open({ expected: [/ERR_INTERNET_DISCONNECTED/] });
  await signIn(page, { role: 'admin' });
  await visit(page, '/manage-media');
  await waitForPage(page, '**/manage-media', 'Images');
  await page.context().setOffline(true);
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(await imageFile(`Cloud ${word}`, 200, 200));
  await page.getByText('Could not reach the server.').first().waitFor();
  await page.context().setOffline(false);
  await page.getByRole('button', { name: `Cloud ${word}` }).waitFor();
});
