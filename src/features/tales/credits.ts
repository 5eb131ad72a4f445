/** People credited on tales beside the author: translators, editors and illustrators. */
import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Database } from '#src/platform/db/schema.gen.ts';
import type { Credit } from './contract.ts';
import type { CreditRole } from './field-definition.ts';
import { CREDIT_NAMES, CREDIT_ROLES, type CreditName, definitionOf, type FieldValue } from './field-values.ts';
import { type FieldName, taleFields } from './fields.ts';

type Trx = Transaction<Database>;

/** The names of each field of people; fields that were not given are absent. */
export type GivenCredits = { [Name in CreditName]?: FieldValue<Name> | undefined };

type CreditRow = { tale_id: string; role: CreditRole; position: number; author_id: number };

/** Lists the names of all credited people. */
export function namesIn(credits: GivenCredits): string[] {
  return CREDIT_NAMES.flatMap((name) => credits[name] ?? []);
}

/** Returns the rows of a tale's credits. Two names of a person are one credit. */
export function creditRows(taleId: string, credits: GivenCredits, ids: ReadonlyMap<string, number>): CreditRow[] {
  return CREDIT_NAMES.flatMap((name) => {
    const people = [...new Set((credits[name] ?? []).map((person) => ids.get(person) as number))];
    return people.map((author_id, position) => ({ tale_id: taleId, role: taleFields[name].role, position, author_id }));
  });
}

export async function insertCredits(trx: Trx, rows: readonly CreditRow[]): Promise<void> {
  if (rows.length > 0) await trx.insertInto('tale_credits').values(rows).execute();
}

/** Replaces a tale's credits in some roles. Returns the ids of the people who had them. */
export async function replaceCredits(
  trx: Trx,
  taleId: string,
  roles: readonly CreditRole[],
  rows: readonly CreditRow[],
): Promise<number[]> {
  if (roles.length === 0) return [];
  const credits = trx.deleteFrom('tale_credits').where('tale_id', '=', taleId).where('role', 'in', roles);
  const old = await credits.returning('author_id').execute();
  await insertCredits(trx, rows);
  return old.map(({ author_id }) => author_id);
}

/** SQL of the names credited on a tale, as a JSON array. `tale`: alias of the table in the query. */
export function creditNamesSql(name: FieldName, tale = 't'): string {
  return `coalesce((select jsonb_agg(person.name order by credit.position)
    from tale_credits credit join authors person on person.id = credit.author_id
    where credit.tale_id = ${tale}.id and credit.role = '${definitionOf(name).role}'), '[]')`;
}

/** SQL of the credits of the tale `t` for readers, as a JSON array. */
export const creditsSql: RawBuilder<Credit[]> = sql.raw(`coalesce((
  select json_agg(json_build_object('role', credit.role, 'name', person.name, 'slug', person.slug)
    order by array_position(array['${CREDIT_ROLES.join("', '")}'], credit.role), credit.position)
  from tale_credits credit join authors person on person.id = credit.author_id where credit.tale_id = t.id), '[]')`);
