/** A file of rows, read: what CSV and JSON have in common. */
export type Row = {
  /** Where it stands: the line of a CSV file, the place in a JSON array; from 1. */
  at: number;
  /** By the column. Keys are a stranger's, hence no object. */
  values: ReadonlyMap<string, unknown>;
};
export type Table = { columns: string[]; rows: Row[] };
