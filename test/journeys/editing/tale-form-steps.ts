import http from 'node:http';
import type { Locator, Page, Request } from 'playwright-core';
import { inject } from 'vitest';
import { runSql } from '../../sql.ts';
import { visit } from '../journey.ts';

/** Steps in the tale form. */

/** Returns a unique title. */
export function uniqueTitle(title: string): string {
  return `${title} ${crypto.randomUUID().slice(0, 8)}`;
}

/** Adds a draft and returns its slug. */
export async function addDraft(): Promise<string> {
  const slug = `draft-${crypto.randomUUID()}`;
  await runSql(
    inject('databaseUrl'),
    `with slugs as (insert into tale_slugs (slug, tale_id) values ($1, uuidv7()) returning slug, tale_id)
    insert into tales (id, slug, title, author, author_id, category_id, excerpt, content, content_source, content_text, words)
    select tale_id, slug, 'A draft', a.name, a.id, (select id from categories where slug = 'dark'), 'An excerpt.',
      '<p>Rain fell on the roofs of the town.</p>', '<p>Rain fell on the roofs of the town.</p>', 'Rain fell on the roofs of the town.', 8
    from slugs, (select id, name from authors order by id limit 1) a`,
    [slug],
  );
  return slug;
}

export async function openNewTale(page: Page): Promise<void> {
  await visit(page, '/manage-tales?mode=new');
  await page.getByRole('heading', { name: 'Create New Tale' }).waitFor();
}

/** Opens the form of a tale. */
export async function openTale(page: Page, slug: string, search = ''): Promise<void> {
  const [tale] = await runSql<{ id: string }>(inject('databaseUrl'), 'select id from tales where slug = $1', [slug]);
  await visit(page, `/manage-tales?${search === '' ? '' : `q=${encodeURIComponent(search)}&`}tale=${tale?.id}&mode=edit`);
  await page.getByRole('heading', { name: 'Edit Tale' }).waitFor();
}

/** Opens the form of a tale by a link within the site, so that there is a history entry to go back to. */
export async function followLinkToTale(page: Page, slug: string): Promise<void> {
  const [tale] = await runSql<{ id: string }>(inject('databaseUrl'), 'select id from tales where slug = $1', [slug]);
  await page.evaluate((href) => {
    const link = document.body.appendChild(document.createElement('a'));
    link.href = href;
    link.click();
  }, `/manage-tales?tale=${tale?.id}&mode=edit`);
  await page.getByRole('heading', { name: 'Edit Tale' }).waitFor();
}

export function field(page: Page, label: string): Locator {
  return page.locator('.tale-form').getByLabel(label, { exact: true });
}

/** Selects an option of a combobox by mouse or touch. */
export async function pickOption(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).fill(option);
  await page.getByRole('option', { name: option, exact: true }).click();
}

function contentField(page: Page): Locator {
  return page.locator('.tale-form').getByRole('textbox', { name: 'Content' });
}

/** Replaces the content. */
export async function replaceText(page: Page, text: string): Promise<void> {
  await contentField(page).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
}

export function textOf(page: Page): Promise<string> {
  return contentField(page).evaluate((one) => (one instanceof HTMLTextAreaElement ? one.value : (one.textContent ?? '')));
}

export async function openMoreFields(page: Page): Promise<void> {
  // It opens by itself if one of its fields is missing to publish.
  const details = page.locator('#tale-more');
  if (!(await details.evaluate((fold: HTMLDetailsElement) => fold.open))) await details.getByText('More about this tale').click();
}

export async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
}

/** Sends a request of the page and returns the status. A connection that another request has used may just be closing. */
export async function sendOnNewConnection(request: Request): Promise<number | undefined> {
  const options = { method: request.method(), headers: await request.allHeaders(), agent: false };
  return new Promise((resolve, reject) => {
    http
      .request(request.url(), options, (response) => response.resume().on('end', () => resolve(response.statusCode)))
      .on('error', reject)
      .end(request.postData());
  });
}
