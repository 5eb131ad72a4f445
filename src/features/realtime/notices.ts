/** Notifications of Postgres that connect the processes. Triggers send them, too: db/migrations. */
import { sql } from 'kysely';
import { z } from 'zod';
import type { ErrorCode, Json, ServerMessage } from '#src/api-client/realtime-protocol.ts';
import type { Db } from '#src/platform/db/db.ts';

export const NOTICES = 'talewood_realtime';

/** Sends an event to the members of a channel in all processes; within a transaction, after its commit. `data`: at most 4 KB as JSON. */
export async function publish(db: Db, channel: string, event: string, data: Json, from?: string): Promise<void> {
  await sql`select pg_notify(${NOTICES}, ${JSON.stringify({ channel, event, data, from })})`.execute(db);
}

/** Tells all processes that the people of a channel have changed. */
export async function publishPeople(db: Db, channel: string): Promise<void> {
  await sql`select pg_notify(${NOTICES}, ${JSON.stringify({ channel })})`.execute(db);
}

const Notice = z.object({
  channel: z.string(),
  /** Absent when the people have changed. */
  event: z.string().optional(),
  // Optional: the current Zod requires the keys of unknown values.
  data: z.unknown().optional(),
  from: z.string().optional(),
});

/** Returns undefined for an invalid payload. */
export function parseNotice(payload: string): z.output<typeof Notice> | undefined {
  try {
    return Notice.safeParse(JSON.parse(payload)).data;
  } catch {
    return undefined;
  }
}

/** Returns the message that another one was rejected. */
export function errorMessage(code: ErrorCode, message: string, channel?: string): ServerMessage {
  return { type: 'error', code, message, ...(channel !== undefined && { channel }) };
}
