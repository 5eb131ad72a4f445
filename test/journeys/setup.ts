import type { TestProject } from 'vitest/node';
import { startSite } from '../site.ts';

declare module 'vitest' {
  interface ProvidedContext {
    origin: string;
    databaseUrl: string;
  }
}

/** One site for all journeys: they read it, and what they add by SQL is their own. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const site = await startSite();
  project.provide('origin', site.origin);
  project.provide('databaseUrl', site.databaseUrl);
  return async () => {
    await site.stop();
  };
}
