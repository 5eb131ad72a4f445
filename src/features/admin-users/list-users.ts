import { type RawBuilder, sql } from 'kysely';
import { pageByIdClause, splitPage } from '#src/platform/db/cursor.ts';
import type { Db } from '#src/platform/db/db.ts';
import { likePattern } from '#src/platform/db/db.ts';
import type { ManagedUser, UserPage, UserQuery } from './contract.ts';

type Row = Omit<ManagedUser, 'hasSecondFactor' | 'createdAt' | 'lastSeenAt'> & { createdAt: Date; lastSeenAt: Date | null };

const columns = sql`p.id, p.name, p.email, p.role, p.email_verified as "isVerified", p.disabled_at is not null as "isDisabled",
  p.two_factor_enabled as "hasTwoFactor", exists (select from passkeys k where k.user_id = p.id) as "hasPasskey", p.created_at as "createdAt", (select max(s.updated_at) from sessions s where s.user_id = p.id) as "lastSeenAt"`;

const STATES = {
  active: sql<boolean>`email_verified and disabled_at is null`,
  unverified: sql<boolean>`not email_verified and disabled_at is null`,
  disabled: sql<boolean>`disabled_at is not null`,
};

/** Returns 50 users whose name or email contains `q`, newest first. */
export async function listUsers(db: Db, { q, role, state, after }: UserQuery): Promise<UserPage> {
  const conditions: RawBuilder<boolean>[] = [sql`true`];
  if (q !== '') conditions.push(sql`search_text like ${likePattern(q)}`);
  // A literal, so that Postgres can use the partial index of each role.
  if (role !== undefined) conditions.push(sql`role = ${sql.lit(role)}`);
  if (state !== undefined) conditions.push(STATES[state]);
  const { rows } = await sql<Row>`
    select ${columns} from (
      select * from users where ${sql.join(conditions, sql` and `)} ${pageByIdClause(after, sql`id`)}
    ) p order by p.id desc`.execute(db);
  const page = splitPage(rows);
  return { users: page.rows.map(toUser), next: page.next };
}

export async function findUser(db: Db, id: string): Promise<ManagedUser | undefined> {
  const { rows } = await sql<Row>`select ${columns} from users p where p.id = ${id}::uuid`.execute(db);
  return rows[0] && toUser(rows[0]);
}

function toUser({ createdAt, lastSeenAt, ...user }: Row): ManagedUser {
  const hasSecondFactor = user.hasTwoFactor || user.hasPasskey;
  return { ...user, hasSecondFactor, createdAt: createdAt.toISOString(), lastSeenAt: lastSeenAt?.toISOString() ?? null };
}
