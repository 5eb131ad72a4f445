import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import vnuJar from 'vnu-jar';
import { AUTH_PAGES, ERROR_PAGES, ISSUE_DATE, READER_PAGES } from '#test/journeys/pages.ts';
import { startSite } from '#test/site.ts';
import { ensureBuilt } from '../lib/built.mjs';

/**
 * Validates the HTML of all public pages with the Nu Html Checker and returns a sentence for each problem; undefined (skipped) without Java
 * 17 or later. Starts a site on an empty database and checks every URL of the sitemap and the pages outside of it (forms, errors,
 * searches).
 */
export async function checkHtml() {
  if (!hasJava()) return undefined;
  await ensureBuilt();
  const folder = await mkdtemp(path.join(os.tmpdir(), 'talewood-html-'));
  try {
    const addresses = await savePages(folder);
    return await validate(folder, addresses);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function hasJava() {
  try {
    execFileSync('java', ['-version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Saves every page to a file named by its index. Returns the URLs by index. */
async function savePages(folder) {
  const site = await startSite({ env: { LOG_LEVEL: 'warn' } });
  try {
    const sitemaps = await listLocations(site.origin, '/sitemap.xml');
    const listed = await Promise.all(sitemaps.map((address) => listLocations(site.origin, address)));
    // A new site has no newsletter issues.
    const others = [...READER_PAGES, ...AUTH_PAGES, ...ERROR_PAGES]
      .map(({ address }) => address)
      .filter((address) => !address.endsWith(ISSUE_DATE));
    const addresses = [...new Set([...listed.flat(), ...others])];
    for (const [number, address] of addresses.entries()) {
      const response = await fetch(site.origin + address);
      await writeFile(path.join(folder, `${number}.html`), Buffer.from(await response.arrayBuffer()));
    }
    return addresses;
  } finally {
    await site.stop();
  }
}

/** Returns the paths listed in a sitemap or sitemap index. */
async function listLocations(origin, address) {
  const xml = await (await fetch(origin + address)).text();
  return [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => new URL(url.replaceAll('&amp;', '&')).pathname);
}

async function validate(folder, addresses) {
  const options = ['-XX:+UseSerialGC', '-jar', String(vnuJar), '--format', 'json', '--stdout', '--exit-zero-always', folder];
  const { stdout } = await promisify(execFile)('java', options, { maxBuffer: 100_000_000 });
  // Ignores hints, such as those on the trailing slashes that React writes.
  const problems = JSON.parse(stdout).messages.filter(({ type, subType }) => type !== 'info' || subType === 'warning');
  const pagesOf = Map.groupBy(problems, ({ message, extract }) => `${message} ${JSON.stringify(extract ?? '')}`);
  return [...pagesOf].map(([problem, found]) => {
    const [first] = found.map(({ url }) => addresses[Number.parseInt(path.basename(url ?? ''), 10)] ?? url);
    return `${first}${found.length > 1 ? ` and ${found.length - 1} more` : ''}: ${problem}`;
  });
}
