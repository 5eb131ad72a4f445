/** The record of what administrators did. Entries are added, in the transaction of the deed, and never changed. */
import type { Db } from '#src/platform/db/db.ts';

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
export async function audit(trx: Db, { actor, action, subject, details = {} }: AuditEntry): Promise<void> {
  const secret = Object.keys(details).find((name) => SECRET.test(name));
  if (secret !== undefined) throw new TypeError(`The audit log takes no secrets, and "${secret}" sounds like one.`);
  await trx
    .insertInto('audit_log')
    .values({
      actor,
      actor_kind: actor === null ? 'site' : 'person',
      action,
      subject_kind: subject.kind,
      subject_id: subject.id,
      details: JSON.stringify(details),
    })
    .execute();
}
