import type { Page } from 'playwright-core';
import { inject } from 'vitest';
import { runSql } from '../sql.ts';
import { visit } from './journey.ts';

/** Steps of journeys through the settings. */

export function section(page: Page, name: string) {
  return page.getByRole('region', { name, exact: true });
}

/** Goes to the page of one who is signed in, and waits until it has come. */
export async function openSettings(page: Page): Promise<void> {
  await visit(page, '/settings');
  await section(page, 'Delete account').waitFor();
}

export function inDatabase(text: string, values: unknown[]) {
  return runSql(inject('databaseUrl'), text, values);
}
