import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Accounts } from './account.ts';
import type { Binaries } from './binaries.ts';
import { createCluster, giveTo, RECIPE } from './cluster.ts';

/** Tests start many throw-away databases: they copy one finished cluster, which costs a tenth of making one. */

const CACHE = fileURLToPath(new URL('../../../node_modules/.cache/talewood', import.meta.url));

/** Creates a cluster without durability at `cluster`, from the kept one, which is made when it is missing. */
export async function copyTemplate(cluster: string, binaries: Binaries, accounts: Accounts | undefined): Promise<void> {
  const template = path.join(CACHE, `cluster-${createHash('sha256').update(binaries.version).update(RECIPE).digest('hex').slice(0, 16)}`);
  if (!fs.existsSync(template)) {
    await createCluster(cluster, binaries, accounts, false);
    keep(cluster, template);
    return;
  }
  fs.cpSync(template, cluster, { recursive: true, mode: fs.constants.COPYFILE_FICLONE });
  fs.chmodSync(cluster, 0o700);
  if (accounts) giveTo(accounts.server, cluster);
}

/** Several test processes may do this at once, and the place may not be writable: then the next one tries again. */
function keep(cluster: string, template: string): void {
  const own = `${template}.${process.pid}`;
  try {
    fs.mkdirSync(CACHE, { recursive: true });
    fs.cpSync(cluster, own, { recursive: true });
    fs.renameSync(own, template);
  } catch {
    fs.rmSync(own, { recursive: true, force: true });
  }
}
