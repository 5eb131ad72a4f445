import type pg from 'pg';

const TYPES: Record<string, string> = {
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float8: 'number',
  bool: 'boolean',
  text: 'string',
  uuid: 'string',
  xid8: 'string',
  tsvector: 'string',
  timestamptz: 'Date',
  date: 'string',
  bytea: 'Buffer',
  json: 'unknown',
  jsonb: 'unknown',
  _text: 'string[]',
  _int2: 'number[]',
  _int4: 'number[]',
};

type Column = { table_name: string; column_name: string; udt_name: string; nullable: boolean; computed: boolean; optional: boolean };

/** Generates TypeScript types of the tables of a migrated database for Kysely, so that columns are declared once, in SQL. */
export async function generateSchema(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<Column>(`
    select table_name, column_name, udt_name, is_nullable = 'YES' as nullable,
      is_generated = 'ALWAYS' or identity_generation = 'ALWAYS' as computed, column_default is not null as optional
    from information_schema.columns where table_schema = 'public' order by table_name collate "C", ordinal_position`);
  const tables = Map.groupBy(rows, (row) => row.table_name);
  const types = [...tables].map(
    ([table, columns]) =>
      `export type ${typeName(table)} = {\n${columns.map((column) => `  ${column.column_name}: ${columnType(column)};\n`).join('')}};\n`,
  );
  const database = `export type Database = {\n${[...tables.keys()].map((table) => `  ${table}: ${typeName(table)};\n`).join('')}};\n`;
  return `// Generated from the migrated database by "npm run talewood -- schema". Do not edit.\nimport type { ColumnType, Generated } from 'kysely';\n\n${types.join('\n')}\n${database}`;
}

function columnType(column: Column): string {
  const known = TYPES[column.udt_name];
  if (known === undefined)
    throw new Error(`No TypeScript type is known for ${column.udt_name} of ${column.table_name}.${column.column_name}.`);
  const type = column.nullable ? `${known} | null` : known;
  if (column.computed) return `ColumnType<${type}, never, never>`;
  return column.optional ? `Generated<${type}>` : type;
}

function typeName(table: string): string {
  return `${table.replace(/(^|_)(\w)/g, (_, __, letter: string) => letter.toUpperCase())}Table`;
}
