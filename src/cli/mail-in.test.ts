import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { CommandError } from './command.ts';
import { mailIn } from './mail-in.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const pipe = (...chunks: (string | Buffer)[]) => mailIn(database.db, [], Readable.from(chunks.map((chunk) => Buffer.from(chunk))));

test('an unsubscribe email that arrives in chunks is processed', async () => {
  const values = "('gerda@tales.example', 'confirmed', now(), 'x')";
  const insert = `insert into newsletter_subscribers (email, status, consent_at, consent_text) values ${values} returning key`;
  const { rows } = await database.pool.query(insert);
  expect(await pipe('Subject: unsub', `scribe ${rows[0].key}\r\n`, '\r\n')).toBe('A subscriber was unsubscribed.');
  expect((await database.pool.query('select status from newsletter_subscribers')).rows).toEqual([{ status: 'unsubscribed' }]);
});

test('unrelated emails are no failure', async () => {
  expect(await pipe('Subject: Hello\r\n\r\nHow are you?\r\n')).toContain('Ignored');
  expect(await pipe()).toContain('Ignored');
  expect(await pipe(...Array.from({ length: 11 }, () => Buffer.alloc(100_000, 'x')))).toContain('larger than 1 MB');
});

test('arguments are rejected with the usage', async () => {
  await expect(mailIn(database.db, ['message.eml'], Readable.from([]))).rejects.toThrow(CommandError);
});
