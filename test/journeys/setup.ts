import type { TestProject } from 'vitest/node';
import { startSite } from '../site.ts';
import { runSql } from '../sql.ts';
import { DELETED_SLUG } from './places.ts';

declare module 'vitest' {
  interface ProvidedContext {
    origin: string;
    databaseUrl: string;
    dataDir: string;
  }
}

/** One site for all journeys: they read it, and what they add by SQL is their own. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const site = await startSite();
  // An address without a tale is one of a tale deleted for good.
  await runSql(site.databaseUrl, 'insert into tale_slugs (slug) values ($1)', [DELETED_SLUG]);
  project.provide('origin', site.origin);
  project.provide('databaseUrl', site.databaseUrl);
  project.provide('dataDir', site.dataDir);
  return async () => {
    await site.stop();
  };
}
