import { sql } from 'kysely';
import type { Numbered, Saving } from './save-changes.ts';

const MOST_POSITIONS = 2000;
type Row = { tale: string; place: string; quote: string; progress: number; finished: boolean; gone: boolean; at: string };

/**
 * Keeps the latest place in each tale, or that it was taken out of the history; of more than 2,000 tales the longest unread
 * are forgotten.
 */
export async function savePositions({ trx, userId }: Saving, changes: readonly Numbered<'position' | 'position_gone'>[]): Promise<void> {
  if (changes.length === 0) return;
  const latest = new Map<string, Row>();
  for (const row of changes.map(toRow)) {
    const before = latest.get(row.tale);
    if (before === undefined || rank(row) > rank(before)) latest.set(row.tale, row);
  }
  const rows = [...latest.values()];
  await sql`insert into reading_positions as kept (user_id, tale_id, place, progress, is_finished, is_gone, at, quote) select ${userId}::uuid, read.* from unnest(
      ${rows.map((row) => row.tale)}::uuid[], ${rows.map((row) => row.place)}::text[], ${rows.map((row) => row.progress)}::float8[],
      ${rows.map((row) => row.finished)}::boolean[], ${rows.map((row) => row.gone)}::boolean[], ${rows.map((row) => row.at)}::timestamptz[], ${rows.map((row) => row.quote)}::text[]) read
    on conflict (user_id, tale_id) do update set place = excluded.place, progress = excluded.progress,
        is_finished = excluded.is_finished, is_gone = excluded.is_gone, at = excluded.at, quote = excluded.quote
      where (excluded.at, not excluded.is_gone, excluded.is_finished, excluded.place collate "C", excluded.progress, excluded.quote collate "C")
        > (kept.at, not kept.is_gone, kept.is_finished, kept.place collate "C", kept.progress, kept.quote collate "C")`.execute(trx);
  await sql`delete from reading_positions where user_id = ${userId} and tale_id in (
    select tale_id from reading_positions where user_id = ${userId} and not is_gone order by at desc, tale_id offset ${MOST_POSITIONS})`.execute(
    trx,
  );
}

/** Of what is gone no place is kept. */
function toRow(change: Numbered<'position' | 'position_gone'>): Row {
  const { tale, at } = change;
  if (change.op === 'position_gone') return { tale, place: '0.0', quote: '', progress: 0, finished: false, gone: true, at };
  return { tale, place: change.place, quote: change.quote ?? '', progress: change.progress, finished: change.finished, gone: false, at };
}

/** As text that sorts as the database compares the rows: time, there before gone, finished, place, progress. */
function rank({ at, gone, finished, place, progress, quote }: Row): string {
  return `${at} ${Number(!gone)} ${Number(finished)} ${place} ${progress.toFixed(20)} ${quote}`;
}
