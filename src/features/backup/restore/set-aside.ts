import type pg from 'pg';

/**
 * Sets aside what would make loading slow or wrong: the triggers of the site, whose work is in the backup; references, which hold only when all
 * tables are there; and indexes other than those of keys. Returns the statements that bring it back, in their order. A reference is
 * checked when it comes back.
 */
export async function setAside(client: pg.ClientBase, tables: readonly string[]): Promise<string[]> {
  const indexes = await list(
    client,
    `select format('drop index %s', i.indexrelid::regclass) as away, pg_get_indexdef(i.indexrelid) as back
     from pg_index i where i.indrelid = any($1::regclass[]) and not exists (select from pg_constraint c where c.conindid = i.indexrelid
       and c.contype in ('p', 'u', 'x')) order by i.indexrelid`,
    tables,
  );
  // A check that was added as "not valid" is one that older rows need not pass.
  const constraints = await list(
    client,
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as away,
       format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as back
     from pg_constraint where conrelid = any($1::regclass[]) and (contype = 'f' or not convalidated) or confrelid = any($1::regclass[]) order by oid`,
    tables,
  );
  const triggers = tables.map((table) => ({
    away: `alter table ${table} disable trigger user`,
    back: `alter table ${table} enable trigger user`,
  }));
  const all = [...constraints, ...indexes, ...triggers];
  for (const { away } of all) await client.query(away);
  return [...indexes, ...constraints, ...triggers].map(({ back }) => back);
}

type Aside = { away: string; back: string };

async function list(client: pg.ClientBase, statement: string, tables: readonly string[]): Promise<Aside[]> {
  return (await client.query<Aside>(statement, [tables])).rows;
}
