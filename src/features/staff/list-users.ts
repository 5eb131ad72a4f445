import { type RawBuilder, sql } from 'kysely';
import { containing } from '#src/platform/db/containing.ts';
import type { Db } from '#src/platform/db/db.ts';
import type { StaffUser, StaffUserPage, UserQuery } from './contract.ts';
import { cutPage, pageAfter } from './page-by-id.ts';

type Row = Omit<StaffUser, 'hasSecondFactor' | 'createdAt' | 'lastSeenAt'> & { createdAt: Date; lastSeenAt: Date | null };

const columns = sql`p.id, p.name, p.email, p.role, p.email_verified as "isVerified", p.disabled_at is not null as "isDisabled",
  p.two_factor_enabled as "hasTwoFactor", exists (select from passkeys k where k.user_id = p.id) as "hasPasskey", p.created_at as "createdAt", (select max(s.updated_at) from sessions s where s.user_id = p.id) as "lastSeenAt"`;

const STATES = {
  active: sql<boolean>`email_verified and disabled_at is null`,
  unverified: sql<boolean>`not email_verified and disabled_at is null`,
  disabled: sql<boolean>`disabled_at is not null`,
};

/** People whose name or address contains `q`, newest first, 50 a page. */
export async function listUsers(db: Db, { q, role, state, after }: UserQuery): Promise<StaffUserPage> {
  const conditions: RawBuilder<boolean>[] = [sql`true`];
  if (q !== '') conditions.push(sql`search_text like ${containing(q)}`);
  // As literals, so that the partial indexes of rare kinds are found.
  if (role !== undefined) conditions.push(sql`role = ${sql.lit(role)}`);
  if (state !== undefined) conditions.push(STATES[state]);
  const { rows } = await sql<Row>`
    select ${columns} from (
      select * from profiles where ${sql.join(conditions, sql` and `)} ${pageAfter(after, sql`id`)}
    ) p order by p.id desc`.execute(db);
  const page = cutPage(rows);
  return { users: page.rows.map(toUser), next: page.next };
}

export async function findUser(db: Db, id: string): Promise<StaffUser | undefined> {
  const { rows } = await sql<Row>`select ${columns} from profiles p where p.id = ${id}::uuid`.execute(db);
  return rows[0] && toUser(rows[0]);
}

function toUser({ createdAt, lastSeenAt, ...user }: Row): StaffUser {
  const hasSecondFactor = user.hasTwoFactor || user.hasPasskey;
  return { ...user, hasSecondFactor, createdAt: createdAt.toISOString(), lastSeenAt: lastSeenAt?.toISOString() ?? null };
}
