/**
 * Bulk transfer by Postgres' COPY in text format, in which every row ends with a line feed and contains no other. The driver parses the
 * messages but has no API for them.
 */
import { once } from 'node:events';
import { type Duplex, Readable } from 'node:stream';
import type pg from 'pg';

/** The part of the driver's connection that is used here. */
type Connection = {
  stream: Duplex;
  query(text: string): void;
  sendCopyFromChunk(chunk: Uint8Array): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
};

/** What the driver calls on a custom query. */
type CopyQuery = {
  submit(connection: Connection): void;
  handleCopyInResponse(connection: Connection): void;
  handleCopyData(message: { chunk: Buffer }, connection: Connection): void;
  handleCommandComplete(message: { text: string }): void;
  handleReadyForQuery(): void;
  handleError(error: Error): void;
};

/** Chunk size for the socket, and buffer size for slow readers, bytes. */
const CHUNK_BYTES = 256 * 1024;

/**
 * Returns the rows of a `copy … to stdout`, one per chunk. When the reader stops early, the connection must be closed. Throws errors of
 * Postgres.
 */
export function copyOut(client: pg.ClientBase, statement: string): Readable {
  let from: Connection | undefined;
  const rows = new Readable({ highWaterMark: CHUNK_BYTES, read: () => void from?.stream.resume() });
  run(client, {
    submit(connection) {
      from = connection;
      connection.query(statement);
    },
    handleCopyInResponse: (connection) => connection.sendCopyFail('expected copy to stdout'),
    handleCopyData({ chunk }, connection) {
      // The driver reuses its buffer.
      if (!rows.push(Buffer.from(chunk))) connection.stream.pause();
    },
    handleCommandComplete: () => {},
    handleReadyForQuery: () => void rows.push(null),
    handleError: (error) => void rows.destroy(error),
  });
  return rows;
}

/**
 * Sends text to a `copy … from stdin` and resolves to the number of rows. Throws errors of Postgres and of `parts`; then no row was stored.
 */
export async function copyIn(client: pg.ClientBase, statement: string, parts: AsyncIterable<Uint8Array>): Promise<number> {
  const started = Promise.withResolvers<Connection>();
  const ended = Promise.withResolvers<number>();
  for (const { promise } of [started, ended]) promise.catch(() => {});
  let rows = 0;
  let isOver = false;
  run(client, {
    submit: (connection) => connection.query(statement),
    handleCopyInResponse: (connection) => started.resolve(connection),
    handleCopyData: () => {},
    handleCommandComplete: ({ text }) => {
      rows = Number(text.split(' ').at(-1));
    },
    handleReadyForQuery: () => ended.resolve(rows),
    handleError(error) {
      isOver = true;
      started.reject(error);
      ended.reject(error);
    },
  });
  const connection = await started.promise;
  try {
    for await (const part of parts) {
      for (let at = 0; at < part.length && !isOver; at += CHUNK_BYTES) {
        connection.sendCopyFromChunk(part.subarray(at, at + CHUNK_BYTES));
        if (connection.stream.writableNeedDrain) await Promise.race([once(connection.stream, 'drain'), ended.promise]);
      }
      if (isOver) break;
    }
  } catch (error) {
    if (!isOver) connection.sendCopyFail('the rows could not be read');
    await ended.promise.catch(() => {});
    throw error;
  }
  if (!isOver) connection.endCopyFrom();
  return ended.promise;
}

function run(client: pg.ClientBase, query: CopyQuery): void {
  client.query(query as unknown as pg.Submittable);
}
