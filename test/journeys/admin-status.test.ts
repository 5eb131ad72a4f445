import { expect, inject } from 'vitest';
import { runSql } from '../sql.ts';
import { expectAccessibleAtBothWidths } from './expect-accessible.ts';
import { DESKTOP, journey, PHONE, visit } from './journey.ts';
import { signIn } from './users.ts';

/** The status page. */

const rows = (text: string, values: unknown[] = []) => runSql<Record<string, unknown>>(inject('databaseUrl'), text, values);

/** A job of an unknown task, so that no process runs it. */
async function addDeadJob(): Promise<string> {
  const task = `mill-${crypto.randomUUID().slice(0, 8)}`;
  await rows("select graphile_worker.add_job($1, '{}'::json)", [task]);
  await rows(
    `update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'The mill stood still.'
     where task_id = (select id from graphile_worker._private_tasks where identifier = $1)`,
    [task],
  );
  return task;
}

journey('an administrator retries one failed job and removes another by keyboard', async ({ open }) => {
  const page = await open({ viewport: DESKTOP });
  await signIn(page, { role: 'admin' });
  const [retried, removed] = [await addDeadJob(), await addDeadJob()];
  await visit(page, '/manage-operations');
  await page.getByRole('heading', { name: 'Database' }).waitFor();
  await page.getByRole('button', { name: `Retry ${retried}` }).press('Enter');
  await page.getByRole('button', { name: `Retry ${retried}` }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: `Remove ${removed}` }).press('Enter');
  await page.getByRole('alertdialog', { name: 'Are you sure?' }).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: `Remove ${removed}` }).waitFor({ state: 'detached' });
  const remaining = await rows('select task_identifier as task, attempts from graphile_worker.jobs where task_identifier = any($1)', [
    [retried, removed],
  ]);
  expect(remaining).toEqual([{ task: retried, attempts: 0 }]);
  await expectAccessibleAtBothWidths(page);
});

journey('a finished tale is counted once, and not with Global Privacy Control', async ({ open }) => {
  const listSentCounts = async (hasPrivacyControl: boolean) => {
    const page = await open({ viewport: PHONE });
    if (hasPrivacyControl) await page.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }));
    const sent: unknown[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/api/v1/counts') sent.push(request.postDataJSON());
    });
    await visit(page, '/tale/rapunzel');
    await page.mouse.wheel(0, 50);
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    // The reading position is saved shortly after the last scroll, and the count is sent with it.
    await page.waitForFunction(() => localStorage.getItem('talewood.bookshelf')?.includes('"finished":true') === true);
    return sent;
  };
  const [tale] = await rows("select id from tales where slug = 'rapunzel'");
  const sent = await listSentCounts(false);
  await expect
    .poll(() => sent)
    .toEqual([
      { kind: 'read', tale: tale?.id },
      { kind: 'finish', tale: tale?.id },
    ]);
  expect(await listSentCounts(true)).toEqual([]);
});
