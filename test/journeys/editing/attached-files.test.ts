import { expect, inject } from 'vitest';
import { pdf } from '../../pdfs.ts';
import { runSql } from '../../sql.ts';
import { expectAccessible } from '../expect-accessible.ts';
import { journey, PHONE, visit, waitForIdle } from '../journey.ts';
import { apiRequest, signIn } from '../users.ts';

journey('an editor attaches a worksheet, and a reader downloads it on a phone', { timeout: 90_000 }, async ({ open }) => {
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
