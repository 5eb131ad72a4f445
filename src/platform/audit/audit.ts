/** The record of what administrators did. Entries are added, in the transaction of the deed, and never changed. */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import { keptPlan } from '#src/platform/db/kept-plans.ts';

export type AuditEntry = {
  /** Id of the administrator; null when the site itself or a command on the server did it. */
  actor: string | null;
  /** What was done, as `user.disabled`: small letters, digits, dots and hyphens. */
  action: string;
  /** To what: its kind (`user`, `mail`) and id. Names are not kept: they go with what they name. */
  subject: { kind: string; id: string };
  /** A few facts, 4,000 bytes of JSON at most. No secrets, no names, no addresses. */
  details?: Readonly<Record<string, string | number | boolean | null>>;
};

const SECRET = /password|passphrase|token|secret|cookie|code/i;

/** Adds an entry. Throws for a detail whose name tells of a secret: that is a mistake of ours, and nothing is written. */
export async function audit(trx: Db, entry: AuditEntry): Promise<void> {
  await sql`${insertEntry(entry)} ${keptPlan}`.execute(trx);
}

/** The same as part of another statement, to stand after its "with". */
export function auditPart(entry: AuditEntry): RawBuilder<unknown> {
  return sql`noted as (${insertEntry(entry)})`;
}

function insertEntry({ actor, action, subject, details = {} }: AuditEntry): RawBuilder<unknown> {
  const secret = Object.keys(details).find((name) => SECRET.test(name));
  if (secret !== undefined) throw new TypeError(`The audit log takes no secrets, and "${secret}" sounds like one.`);
  return sql`insert into audit_log (actor, actor_kind, action, subject_kind, subject_id, details)
    values (${actor}, ${actor === null ? 'site' : 'person'}, ${action}, ${subject.kind}, ${subject.id}, ${JSON.stringify(details)})`;
}
