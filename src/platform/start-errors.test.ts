import { once } from 'node:events';
import net from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DatabaseTooNewError, describeStartFailure, failureText, StartError } from './start-errors.ts';

const occupied = net.createServer((socket) => socket.destroy());
let port = 0;
beforeAll(async () => {
  occupied.listen(0, '127.0.0.1');
  await once(occupied, 'listening');
  port = (occupied.address() as net.AddressInfo).port;
});
afterAll(() => occupied.close());

describe('failures of the start', () => {
  it('names a port that is taken', async () => {
    const error = await listenError(port, '127.0.0.1');
    expect(describeStartFailure(error)).toBe(`Port ${port} is taken by another program: stop it, or set PORT to a free one.`);
  });

  it('names a HOST that is not ours', async () => {
    expect(describeStartFailure(await listenError(0, '192.0.2.1'))).toBe('HOST 192.0.2.1 is not an address of this machine.');
  });

  it.each([
    ['postgresql://teller:secret@127.0.0.1:1/tales', 'nothing answers there'],
    ['postgresql://teller:secret@nowhere.invalid/tales', /its host name (is unknown|cannot be looked up just now)/],
    ['postgresql://teller:secret@localhost/tales?host=/nowhere', 'there is no such socket'],
  ])('says why %s cannot be used, without the password', async (url, reason) => {
    const line = describeStartFailure(await connectError(url)) ?? '';
    expect(line).toMatch(reason);
    expect(line).toMatch(/^The database at DATABASE_URL cannot be used: /);
    expect(line).not.toMatch(/secret|\n/);
  });

  it('says that a program which is no Postgres closed the connection', async () => {
    const error = await connectError(`postgresql://teller@127.0.0.1:${port}/tales`);
    expect(describeStartFailure(error)).toBe('The database at DATABASE_URL cannot be used: it closed the connection.');
  });

  it.each([
    ['28P01', 'the password is wrong'],
    ['3D000', 'there is no database of that name'],
    ['53300', 'it has no connection left'],
  ])("puts Postgres' %s into words", (code, reason) => {
    const error = Object.assign(new Error('password authentication failed for user "teller"'), { code, severity: 'FATAL' });
    expect(describeStartFailure(error)).toBe(`The database at DATABASE_URL cannot be used: ${reason}.`);
  });

  it.each([
    [
      { code: '08P01', message: 'unsupported startup parameter: extra_float_digits' },
      'its pooler refuses the startup parameter extra_float_digits; add it to ignore_startup_parameters in pgbouncer.ini',
    ],
    [{ code: '08P01', message: 'query_wait_timeout' }, 'query_wait_timeout'],
    [{ code: '25006', message: 'cannot execute CREATE TABLE in a read-only transaction', severity: 'ERROR' }, 'it is read-only'],
  ])('tells what a pooler or a standby refuses in one line: %j', ({ message, ...rest }, reason) => {
    const error = Object.assign(new Error(message), { severity: 'FATAL', ...rest });
    expect(describeStartFailure(error)).toBe(`The database at DATABASE_URL cannot be used: ${reason}.`);
  });

  it('passes on lines that are already clear', () => {
    expect(failureText(new StartError('The disk is full.'))).toBe('Talewood cannot start. The disk is full.');
    expect(failureText(new DatabaseTooNewError('0042_shelves'))).toBe(
      'Talewood cannot start. The database is newer than this Talewood (it has migration 0042_shelves): start the newer version again.',
    );
  });

  it('shows the stack of a defect', () => {
    expect(describeStartFailure(new TypeError('x is not a function'))).toBeUndefined();
    expect(failureText(new TypeError('x is not a function'))).toMatch(/^Talewood cannot start: TypeError: x is not a function\n +at /);
  });
});

async function listenError(port: number, host: string): Promise<unknown> {
  const server = net.createServer().listen(port, host);
  const [error] = await once(server, 'error');
  return error;
}

async function connectError(connectionString: string): Promise<unknown> {
  const client = new pg.Client({ connectionString });
  return client.connect().then(
    () => undefined,
    (error) => error,
  );
}
