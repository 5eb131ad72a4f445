import { sql } from 'kysely';
import type { Numbered, Saving } from './save-changes.ts';

const MOST_POSITIONS = 2000;

/** Keeps the latest place in each tale; of more than 2,000 tales the longest unread are forgotten. */
export async function savePositions({ trx, userId }: Saving, changes: readonly Numbered<'position'>[]): Promise<void> {
  if (changes.length === 0) return;
  const latest = new Map<string, Numbered<'position'>>();
  for (const change of changes) {
    const before = latest.get(change.tale);
    if (before === undefined || rank(change) > rank(before)) latest.set(change.tale, change);
  }
  const rows = [...latest.values()];
  await sql`insert into reading_positions as kept (user_id, tale_id, place, progress, is_finished, at) select ${userId}::uuid, read.* from unnest(
      ${rows.map((row) => row.tale)}::uuid[], ${rows.map((row) => row.place)}::text[], ${rows.map((row) => row.progress)}::float8[],
      ${rows.map((row) => row.finished)}::boolean[], ${rows.map((row) => row.at)}::timestamptz[]) read
    on conflict (user_id, tale_id) do update
      set place = excluded.place, progress = excluded.progress, is_finished = excluded.is_finished, at = excluded.at
      where (excluded.at, excluded.is_finished, excluded.place collate "C", excluded.progress)
        > (kept.at, kept.is_finished, kept.place collate "C", kept.progress)`.execute(trx);
  await sql`delete from reading_positions where user_id = ${userId} and tale_id in (
    select tale_id from reading_positions where user_id = ${userId} order by at desc, tale_id offset ${MOST_POSITIONS})`.execute(trx);
}

/** As text that sorts as the database compares the rows: time, finished, place, progress. */
function rank({ at, finished, place, progress }: Numbered<'position'>): string {
  return `${at} ${Number(finished)} ${place} ${progress.toFixed(20)}`;
}
