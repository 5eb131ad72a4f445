import type { Page } from 'playwright-core';
import { inject } from 'vitest';
import { runSql } from '../sql.ts';
import { visit } from './journey.ts';

/** Steps of the settings journeys. */

export function section(page: Page, name: string) {
  return page.getByRole('region', { name, exact: true });
}

/** Opens the settings of the logged-in user, and waits for its last section. */
export async function openSettings(page: Page): Promise<void> {
  await visit(page, '/settings');
  await section(page, 'Delete account').waitFor();
}

export function queryDatabase(text: string, values: unknown[]) {
  return runSql(inject('databaseUrl'), text, values);
}
