import type pg from 'pg';

/**
 * Removes what the site has in the schema `public`, so that the migrations can make it anew: tables, routines and settings of search that the
 * role of this connection owns, and nothing of an extension. The schema itself stays, with the rights that were given in it.
 */
export async function clearDatabase(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ drop: string }>(
    `with own as (select oid as owner from pg_roles where rolname = current_user), home as (select 'public'::regnamespace as space)
     select format('drop table if exists %s cascade', c.oid::regclass) as drop from pg_class c, own, home
       where relnamespace = space and relowner = owner and relkind = 'r' and ${notOf('pg_class', 'c.oid')}
     union all select format('drop routine if exists %s cascade', p.oid::regprocedure) from pg_proc p, own, home
       where pronamespace = space and proowner = owner and ${notOf('pg_proc', 'p.oid')}
     union all select format('drop text search configuration if exists %s cascade', t.oid::regconfig) from pg_ts_config t, own, home
       where cfgnamespace = space and cfgowner = owner and ${notOf('pg_ts_config', 't.oid')}`,
  );
  for (const { drop } of rows) await client.query(drop);
}

function notOf(catalogue: string, oid: string): string {
  return `not exists (select from pg_depend d where d.classid = '${catalogue}'::regclass and d.objid = ${oid} and d.deptype = 'e')`;
}
