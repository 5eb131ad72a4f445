/**
 * Rows in bulk by Postgres' COPY, as text: the driver knows the messages and leaves their use to others. In the text of COPY every row ends
 * with a line feed, and no other line feed stands in it.
 */
import { once } from 'node:events';
import { type Duplex, Readable } from 'node:stream';
import type pg from 'pg';

/** The part of the driver's connection that this needs. */
type Connection = {
  stream: Duplex;
  query(text: string): void;
  sendCopyFromChunk(chunk: Uint8Array): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
};

/** What the driver calls of a query of another kind. */
type Answered = {
  submit(connection: Connection): void;
  handleCopyInResponse(connection: Connection): void;
  handleCopyData(message: { chunk: Buffer }, connection: Connection): void;
  handleCommandComplete(message: { text: string }): void;
  handleReadyForQuery(): void;
  handleError(error: Error): void;
};

/** Bytes handed to the socket at a time; and rows held back when whoever reads is slower. */
const PIECE = 256 * 1024;

/**
 * The rows of a `copy … to stdout`, each chunk one row. Whoever breaks off ends the connection's use: it waits for the rest, which nobody
 * takes. Errors are those of Postgres.
 */
export function copyOut(client: pg.ClientBase, statement: string): Readable {
  let from: Connection | undefined;
  const rows = new Readable({ highWaterMark: PIECE, read: () => void from?.stream.resume() });
  run(client, {
    submit(connection) {
      from = connection;
      connection.query(statement);
    },
    handleCopyInResponse: (connection) => connection.sendCopyFail('this reads'),
    handleCopyData({ chunk }, connection) {
      // The driver writes over its buffer as soon as it reads on.
      if (!rows.push(Buffer.from(chunk))) connection.stream.pause();
    },
    handleCommandComplete: () => {},
    handleReadyForQuery: () => void rows.push(null),
    handleError: (error) => void rows.destroy(error),
  });
  return rows;
}

/** Sends text to a `copy … from stdin`. Resolves to the number of rows. Throws what Postgres says, and what `parts` throws: then no row was taken. */
export async function copyIn(client: pg.ClientBase, statement: string, parts: AsyncIterable<Uint8Array>): Promise<number> {
  const begun = Promise.withResolvers<Connection>();
  const ended = Promise.withResolvers<number>();
  for (const { promise } of [begun, ended]) promise.catch(() => {});
  let rows = 0;
  let isOver = false;
  run(client, {
    submit: (connection) => connection.query(statement),
    handleCopyInResponse: (connection) => begun.resolve(connection),
    handleCopyData: () => {},
    handleCommandComplete: ({ text }) => {
      rows = Number(text.split(' ').at(-1));
    },
    handleReadyForQuery: () => ended.resolve(rows),
    handleError(error) {
      isOver = true;
      begun.reject(error);
      ended.reject(error);
    },
  });
  const connection = await begun.promise;
  try {
    for await (const part of parts) {
      for (let at = 0; at < part.length && !isOver; at += PIECE) {
        connection.sendCopyFromChunk(part.subarray(at, at + PIECE));
        if (connection.stream.writableNeedDrain) await Promise.race([once(connection.stream, 'drain'), ended.promise]);
      }
      if (isOver) break;
    }
  } catch (error) {
    if (!isOver) connection.sendCopyFail('the rows cannot be read');
    await ended.promise.catch(() => {});
    throw error;
  }
  if (!isOver) connection.endCopyFrom();
  return ended.promise;
}

function run(client: pg.ClientBase, query: Answered): void {
  client.query(query as unknown as pg.Submittable);
}
