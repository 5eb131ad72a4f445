import { type RawBuilder, sql } from 'kysely';

/** A pattern for LIKE on texts made by plain(): contains these words as they stand, whatever their case and accents. */
export function containing(words: string): RawBuilder<string> {
  return sql<string>`'%' || regexp_replace(plain(${words}), '([%_\\\\])', '\\\\\\1', 'g') || '%'`;
}
