import { momentOf } from '#src/ui/when.ts';
import { formatCount } from '#src/ui/wording.ts';
import type { Panel } from '../contract.ts';
import { Facts } from './facts.tsx';
import { bytesOf, durationOf } from './figures.ts';

/** Milliseconds of an answer, and seconds of a query, that are too long. */
const SLOW_ANSWER_MS = 200;
const LONG_QUERY_S = 5;
/** Of all connections that the server takes. */
const MANY = 0.8;

export function DatabaseFacts({ database }: { database: Panel<'database'> }) {
  const { answer_ms, bytes, connections, most_connections, longest_seconds, last_migration, migrated_at, is_embedded, version } = database;
  return (
    <>
      <Facts
        facts={[
          { name: 'Answers in', value: `${answer_ms} ms`, warn: answer_ms > SLOW_ANSWER_MS },
          {
            name: 'Connections',
            value: `${formatCount(connections)} of ${formatCount(most_connections)}`,
            warn: connections > most_connections * MANY,
          },
          {
            name: 'Longest query now',
            value: longest_seconds < 1 ? 'less than a second' : durationOf(longest_seconds),
            warn: longest_seconds > LONG_QUERY_S,
          },
          { name: 'Size', value: bytesOf(bytes) },
          { name: 'Postgres', value: version, more: is_embedded ? 'the embedded one' : 'a server of its own (DATABASE_URL)' },
          { name: 'Last migration', value: <code>{last_migration}</code>, more: momentOf(migrated_at) },
        ]}
      />
      <table className="ops-table">
        <caption>The largest tables, with their indexes</caption>
        <thead>
          <tr>
            <th scope="col">Table</th>
            <th scope="col">Size</th>
            <th scope="col">Rows, about</th>
          </tr>
        </thead>
        <tbody>
          {database.tables.map(({ name, bytes: size, rows }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{bytesOf(size)}</td>
              <td>{rows === null ? 'not counted yet' : formatCount(Math.round(rows))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
