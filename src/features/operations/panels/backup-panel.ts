import { listLastBackups } from '#src/features/backup/backup.ts';
import type { Db } from '#src/platform/db/db.ts';
import type { Panel } from '../contract.ts';

/** The last backup of each kind. */
export async function readBackups(db: Db): Promise<Panel<'backups'>> {
  const made = await listLastBackups(db);
  const last = (kind: 'file' | 'base') => {
    const found = made.find((each) => each.kind === kind);
    if (found === undefined) return null;
    const { at, bytes, tales, verifiedAt } = found;
    return { at: at.toISOString(), bytes, tales, verified_at: verifiedAt?.toISOString() ?? null };
  };
  return { file: last('file'), base: last('base') };
}
