import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import vnuJar from 'vnu-jar';
import { LETTER_DAY, PLACES } from '#test/journeys/places.ts';
import { startSite } from '#test/site.ts';
import { ensureBuilt } from '../lib/built.mjs';

/** Validates the HTML of all public pages with the Nu Html Checker, the W3C's validator. It needs Java 17 or later. */

/**
 * One line for each problem, or undefined where there is no Java. Starts a site on an empty database: the pages are those of the starter library
 * (every address of the sitemap) and those that the sitemap leaves out (forms, errors, searches).
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

/** Writes every page to a file named by its number. Returns the addresses by number. */
async function savePages(folder) {
  const site = await startSite({ env: { LOG_LEVEL: 'warn' } });
  try {
    const sitemaps = await listLocations(site.origin, '/sitemap.xml');
    const listed = await Promise.all(sitemaps.map((address) => listLocations(site.origin, address)));
    // There are no newsletter issues in a new site.
    const others = PLACES.map(({ address }) => address).filter((address) => !address.endsWith(LETTER_DAY));
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

/** The addresses that a sitemap, or a sitemap index, lists. */
async function listLocations(origin, address) {
  const xml = await (await fetch(origin + address)).text();
  return [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => new URL(url.replaceAll('&amp;', '&')).pathname);
}

async function validate(folder, addresses) {
  const options = ['-XX:+UseSerialGC', '-jar', String(vnuJar), '--format', 'json', '--stdout', '--exit-zero-always', folder];
  const { stdout } = await promisify(execFile)('java', options, { maxBuffer: 100_000_000 });
  // Notes, such as on the trailing slashes that React writes, are no problems.
  const problems = JSON.parse(stdout).messages.filter(({ type, subType }) => type !== 'info' || subType === 'warning');
  const pagesOf = Map.groupBy(problems, ({ message, extract }) => `${message} ${JSON.stringify(extract ?? '')}`);
  return [...pagesOf].map(([problem, found]) => {
    const [first] = found.map(({ url }) => addresses[Number.parseInt(path.basename(url ?? ''), 10)] ?? url);
    return `${first}${found.length > 1 ? ` and ${found.length - 1} more` : ''}: ${problem}`;
  });
}
