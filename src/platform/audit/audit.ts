/** The audit log of administrators' actions. Entries are added in the transaction of the action, and never changed. */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import { preparedStatement } from '#src/platform/db/prepared-statements.ts';

export type AuditEntry = {
  /** Id of the administrator; null for the site itself or a command on the server. */
  actor: string | null;
  /** The action, such as `user.disabled`: lower-case letters, digits, dots and hyphens. */
  action: string;
  /** The subject: kind (`user`, `mail`) and id. Names are not stored, so that they are deleted with the subject. */
  subject: { kind: string; id: string };
  /** At most 4,000 bytes of JSON. No secrets, names or addresses. */
  details?: Readonly<Record<string, string | number | boolean | null>>;
};

const SECRET = /password|passphrase|token|secret|cookie|code/i;

/** Adds an entry. Throws a TypeError, and writes nothing, when the name of a detail suggests a secret. */
export async function audit(trx: Db, entry: AuditEntry): Promise<void> {
  await sql`${insertEntry(entry)} ${preparedStatement}`.execute(trx);
}

/** Returns an entry as a common table expression, to follow `with`. */
export function auditPart(entry: AuditEntry): RawBuilder<unknown> {
  return sql`noted as (${insertEntry(entry)})`;
}

function insertEntry({ actor, action, subject, details = {} }: AuditEntry): RawBuilder<unknown> {
  const secret = Object.keys(details).find((name) => SECRET.test(name));
  if (secret !== undefined) throw new TypeError(`Field "${secret}" looks like a secret and cannot be written to the audit log.`);
  return sql`insert into audit_log (actor, actor_kind, action, subject_kind, subject_id, details)
    values (${actor}, ${actor === null ? 'site' : 'person'}, ${action}, ${subject.kind}, ${subject.id}, ${JSON.stringify(details)})`;
}
