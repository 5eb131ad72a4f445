import { type RawBuilder, sql } from 'kysely';
import { readSiteSettings } from '#src/features/site-settings/site-settings.ts';
import { containing } from '#src/platform/db/containing.ts';
import type { Db } from '#src/platform/db/db.ts';
import type { AuthorChoices, Choices } from './contract.ts';

const MOST_AUTHORS = 20;
const MOST_VALUES = 500;

/** What the form and the filters of tales offer. */
export async function listChoices(db: Db): Promise<Choices> {
  const values = (column: string) => listValues(db, sql.ref(column));
  const [categories, languages, origins, tale_types, { publish_requires_source }] = await Promise.all([
    db.selectFrom('categories').select(['slug', 'name']).orderBy('position').execute(),
    values('language'),
    values('origin'),
    values('tale_type'),
    readSiteSettings(db),
  ]);
  return { categories, languages, origins, tale_types, publish_requires_source };
}

/** Authors whose name contains `q`, accents ignored; at most 20, those that begin with it first. */
export async function listAuthorChoices(db: Db, q: string): Promise<AuthorChoices> {
  const { rows } = await sql<{ slug: string; name: string }>`
    select slug, name from authors where plain_name like ${containing(q)}
    order by starts_with(plain_name, plain(${q})) desc, plain_name collate "C", id limit ${MOST_AUTHORS}`.execute(db);
  return { authors: rows };
}

/** The different values of a column that has an index, sorted: each is found from the one before, so that no tale is read twice. */
async function listValues(db: Db, column: RawBuilder<unknown>): Promise<string[]> {
  const next = (after: RawBuilder<string>) => sql`(select min(${column}) from tales where deleted_at is null and ${column} > ${after})`;
  const { rows } = await sql<{ value: string }>`
    with recursive found as (
      select ${next(sql`''`)} as value
      union all select ${next(sql`found.value`)} from found where found.value is not null
    ) select value from found where value is not null limit ${MOST_VALUES}`.execute(db);
  return rows.map(({ value }) => value);
}
