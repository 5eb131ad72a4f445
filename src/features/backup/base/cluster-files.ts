/** What of a running database's folder belongs into a base: all but what Postgres makes anew (its manual, "Making a Base Backup Using the Low Level API"). */
import { readdir } from 'node:fs/promises';
import path from 'node:path';

export const CONTROL = 'global/pg_control';

/** Folders whose content is of the running server alone. The log comes from the archive. */
const EMPTIED = new Set([
  ...['pg_wal', 'pg_replslot', 'pg_dynshmem', 'pg_notify', 'pg_serial', 'pg_snapshots', 'pg_stat_tmp', 'pg_subtrans'],
]);
const LEFT_OUT =
  /^(postmaster\.(pid|opts)|backup_label.*|tablespace_map.*|pg_internal\.init.*|pgsql_tmp.*|\.s\.PGSQL.*|current_logfiles.*)$/;

/** Paths inside the cluster: all folders, each before what is in it, and the files but for CONTROL. */
export async function listClusterFiles(cluster: string): Promise<{ folders: string[]; paths: string[] }> {
  const found = { folders: [] as string[], paths: [] as string[] };
  const walk = async (inside: string) => {
    for (const entry of await readdir(path.join(cluster, inside), { withFileTypes: true })) {
      const at = path.posix.join(inside, entry.name);
      if (LEFT_OUT.test(entry.name)) continue;
      if (entry.isFile() && at !== CONTROL) found.paths.push(at);
      if (!entry.isDirectory()) continue;
      found.folders.push(at);
      if (!EMPTIED.has(at)) await walk(at);
    }
  };
  await walk('');
  return found;
}
