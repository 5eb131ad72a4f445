import pg from 'pg';
import { expect, inject } from 'vitest';
import { openFileStore } from '#src/platform/objects/open-store.ts';
import { urls } from '#src/urls.ts';
import { addFile, attach, storeBytes } from '../../attached-files.ts';
import { pdf } from '../../pdfs.ts';
import { runSql } from '../../sql.ts';
import { expectAccessible } from '../expect-accessible.ts';
import { journey, PHONE, visit, waitForIdle } from '../journey.ts';
import { offlineJourney, WITH_SERVICE_WORKER, waitForServiceWorker } from '../offline-steps.ts';
import { apiRequest, signIn, toast } from '../users.ts';

journey('an editor attaches a worksheet, and a reader downloads it on a phone', async ({ open }) => {
  const word = `w${crypto.randomUUID().slice(0, 8)}`;
  const page = await open();
  await signIn(page, { role: 'editor', name: 'Hans Christian' });
  await visit(page, '/manage-tales');
  const api = async <Body>(method: string, path: string, body?: unknown) =>
    (await apiRequest<Body>(page, method, `/admin${path}`, body)).body;
  const folder = await api<{ id: string }>('POST', '/folders', { name: word, access: 'public' });
  const upload = (name: string, folderId: string) =>
    page.context().request.post(`${inject('origin')}/api/v1/admin/files?${new URLSearchParams({ folder: folderId, name })}`, {
      data: pdf({ pages: 2 }),
      headers: { Origin: inject('origin'), 'Content-Type': 'application/octet-stream' },
    });
  expect((await upload(`Sheet ${word}.pdf`, folder.id)).status()).toBe(201);
  const members = await api<{ id: string }>('POST', '/folders', { name: `${word} members`, access: 'members' });
  expect((await upload(`Answers ${word}.pdf`, members.id)).status()).toBe(201);
  const slug = 'cinderella';
  const [tale] = await runSql<{ id: string }>(inject('databaseUrl'), 'select id from tales where slug = $1', [slug]);

  await visit(page, `/manage-tales?tale=${tale?.id}&mode=edit`);
  const files = page.getByRole('region', { name: 'Files', exact: true });
  for (const name of ['Sheet', 'Answers']) {
    await files.getByLabel('Add a file').fill(`${name} ${word}`);
    await files.getByRole('button', { name: `Add ${name} ${word}.pdf` }).click();
    await files.getByRole('button', { name: `Remove ${name} ${word}.pdf` }).waitFor();
  }
  await files.getByRole('button', { name: `Edit Sheet ${word}.pdf` }).click();
  const dialog = page.getByRole('dialog');
  await expectAccessible(page);
  await dialog.getByLabel('Label').fill(`The mill ${word}`);
  await dialog.getByLabel('Kind').selectOption('Colouring page');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await files.getByText(`The mill ${word}`).waitFor();
  await waitForIdle(page);

  const reader = await open({ viewport: PHONE });
  await visit(reader, `/tale/${slug}`);
  const shown = reader.getByRole('region', { name: 'Worksheets and files' });
  expect(await shown.innerText()).toContain('Colouring page · PDF, 2 pages · 1 KB');
  expect(await reader.content()).not.toContain(`Answers ${word}`);
  const link = shown.getByRole('link', { name: `Download The mill ${word}` });
  const box = await link.boundingBox();
  expect([(box?.height ?? 0) >= 44, (box?.width ?? 0) >= 44]).toEqual([true, true]);
  const [download] = await Promise.all([reader.waitForEvent('download'), link.click()]);
  expect(download.suggestedFilename()).toBe(`Sheet ${word}.pdf`);
  await expectAccessible(reader);
  // Without JavaScript too, and in the book.
  const plain = await open({ javaScriptEnabled: false, viewport: PHONE });
  await plain.goto(`/tale/${slug}`);
  expect(await plain.getByRole('link', { name: 'Log in to download' }).getAttribute('href')).toBe(`/login?next=%2Ftale%2F${slug}`);
  expect(await plain.getByRole('link', { name: `Download The mill ${word}` }).count()).toBe(1);

  const member = await open();
  await signIn(member, { name: 'Gerda' });
  await visit(member, `/tale/${slug}`);
  await member.getByRole('link', { name: `Download Answers ${word}` }).waitFor();
  await runSql(inject('databaseUrl'), 'delete from files where name like $1', [`%${word}.pdf`]);
});

offlineJourney('a tale is saved offline without a file that cannot be fetched, which the next update saves', async ({ open, proxy }) => {
  const [slug, url] = ['rumpelstiltskin', inject('databaseUrl')];
  const pool = new pg.Pool({ connectionString: url });
  try {
    const store = openFileStore({ dataDir: inject('dataDir'), s3: undefined });
    const names = ['Whole', 'Lost', 'Gone'].map((name) => `${name} sheet.pdf`);
    const ids = await Promise.all(names.map((name) => addFile(pool, { name })));
    const [whole = '', lost = '', gone = ''] = ids;
    // The bytes of one are missing in the store: 503.
    for (const id of [whole, gone]) await storeBytes(pool, store, id);
    const [tale] = await runSql<{ id: string }>(url, 'select id from tales where slug = $1', [slug]);
    await attach(pool, tale?.id ?? '', ids);
    proxy.respondAt(urls.file(gone, 'Gone sheet.pdf', 1), 404);

    const page = await open({
      ...WITH_SERVICE_WORKER,
      expected: [...(WITH_SERVICE_WORKER.expected ?? []), /status of (404|503)/],
      origin: proxy.origin,
      viewport: PHONE,
    });
    await visit(page, `/tale/${slug}`);
    await waitForServiceWorker(page);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByLabel('Save offline').click();
    const told = 'Lost sheet, Gone sheet could not be saved.';
    await toast(page, 'Ready without internet', told).waitFor();
    await visit(page, urls.offline());
    await page.getByText(told).waitFor();
    await expectAccessible(page);

    await storeBytes(pool, store, lost);
    // Before the scripts of the page: those of the former one may still be starting, and set it again.
    await page.addInitScript(() => localStorage.removeItem('talewood.renewed'));
    await page.reload();
    await page.getByText(/^Gone sheet could not be saved/).waitFor();
    await proxy.disconnect();
    const status = (id: string, name: string) =>
      page.evaluate(
        (address) =>
          fetch(address, { signal: AbortSignal.timeout(10_000) }).then(
            (response) => response.status,
            () => 0,
          ),
        urls.file(id, name, 1),
      );
    expect(await Promise.all(ids.map((id, at) => status(id, names[at] ?? '')))).toEqual([200, 200, 0]);
  } finally {
    await pool.query("delete from files where name like '% sheet.pdf'");
    await pool.end();
  }
});
