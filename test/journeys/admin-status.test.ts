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

const ANALYTICS = '**/api/v1/admin/analytics*';

journey('charts of readers show an error, an empty site, and figures in a table, by keyboard at every width', async ({ open }) => {
  const page = await open({ viewport: { width: 320, height: 640 }, expected: [/status of 500 .*\/analytics/] });
  await signIn(page, { role: 'admin' });
  await page.route(ANALYTICS, (route) => route.fulfill({ status: 500, json: { detail: 'The database does not respond.' } }));
  await visit(page, '/manage-operations');
  await page.getByText('Error loading figures. The database does not respond.').waitFor({ timeout: 30_000 });
  const days = Array.from({ length: 30 }, (_, at) => ({ day: new Date(Date.UTC(2026, 4, at + 1)).toISOString().slice(0, 10) }));
  const none = { read: 0, finish: 0, download: 0, search: 0, empty_search: 0, together: 0, together_guest: 0, together_minute: 0 };
  const empty = { days: days.map((each) => ({ ...each, ...none })), most_read: [], depths: Array(11).fill(0), empty_searches: [] };
  await page.unroute(ANALYTICS);
  await page.route(ANALYTICS, (route) => route.fulfill({ json: empty }));
  await page.getByRole('region', { name: 'Readers' }).getByRole('button', { name: 'Try again' }).press('Enter');
  await page.getByText('No reads yet.').first().waitFor();
  await page.getByText('No readings measured yet.').waitFor();
  const tale = { slug: 'rapunzel', title: 'Rapunzel', read: 4, finish: 1, download: 0, depths: [0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 2] };
  const filled = {
    ...empty,
    days: empty.days.map((each, at) => ({ ...each, read: at })),
    most_read: [tale],
    depths: [5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5],
  };
  await page.unroute(ANALYTICS);
  await page.route(ANALYTICS, (route) => route.fulfill({ json: filled }));
  await page.getByLabel('Period').selectOption('Last 90 days');
  const reads = page.getByRole('figure').filter({ hasText: 'Reads per day' });
  await reads.getByText('435 reads in 30 days, 29 today. Most on 30 May 2026: 29.').waitFor();
  await reads.getByText('Figures: Reads per day').press('Enter');
  await reads.getByRole('row', { name: '30 May 2026 29' }).waitFor();
  await page.getByLabel('Tale of the chart').selectOption('Rapunzel');
  const stops = page.getByRole('figure').filter({ hasText: 'Where readers stop' });
  await stops.getByText('4 readings measured: 100% got past a tenth of the text, 50% past half of it, and 50% to the end.').waitFor();
  await stops.getByText('Figures: Where readers stop').press('Enter');
  await stops.getByRole('row', { name: '10% 100% 50%' }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await expectAccessibleAtBothWidths(page);
});

journey('a reader who leaves a tale is counted once with the tenths that were reached', async ({ open }) => {
  const page = await open({ viewport: PHONE });
  const sent: unknown[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/v1/counts') sent.push(request.postDataJSON());
  });
  await visit(page, '/tale/rapunzel');
  await page.evaluate(() => {
    const { top, height } = document.getElementById('tale-text')?.getBoundingClientRect() ?? new DOMRect();
    window.scrollTo(0, top + window.scrollY + height * 0.45 - window.innerHeight);
  });
  await page.locator('.minutes-left').waitFor();
  // Saved shortly after the last scroll, when the place that was reached is known too.
  await page.waitForFunction(() => localStorage.getItem('talewood.bookshelf')?.includes('"progress":0.4') === true);
  await page.getByRole('link', { name: 'Talewood' }).first().press('Enter');
  await page.waitForURL(/\/$/);
  const [tale] = await rows("select id from tales where slug = 'rapunzel'");
  await expect
    .poll(() => sent)
    .toEqual([
      { kind: 'read', tale: tale?.id },
      { kind: 'depth', tale: tale?.id, tenths: 4 },
    ]);
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
