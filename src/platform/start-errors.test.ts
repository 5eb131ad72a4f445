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
  it('names a port in use', async () => {
    const error = await listenError(port, '127.0.0.1');
    expect(describeStartFailure(error)).toBe(`Port ${port} is already in use. Stop the other program or set PORT to a free port.`);
  });

  it('names a HOST that is not a local address', async () => {
    expect(describeStartFailure(await listenError(0, '192.0.2.1'))).toBe('HOST 192.0.2.1 is not a local address.');
  });

  it.each([
    ['postgresql://teller:secret@127.0.0.1:1/tales', 'connection refused'],
    ['postgresql://teller:secret@nowhere.invalid/tales', /unknown host name|the host name cannot be resolved at the moment/],
    ['postgresql://teller:secret@localhost/tales?host=/nowhere', 'the socket does not exist'],
  ])('describes why %s is unusable, without the password', async (url, reason) => {
    const line = describeStartFailure(await connectError(url)) ?? '';
    expect(line).toMatch(reason);
    expect(line).toMatch(/^Cannot use the database at DATABASE_URL: /);
    expect(line).not.toMatch(/secret|\n/);
  });

  it('describes a server that is not Postgres', async () => {
    const error = await connectError(`postgresql://teller@127.0.0.1:${port}/tales`);
    expect(describeStartFailure(error)).toBe('Cannot use the database at DATABASE_URL: the server closed the connection.');
  });

  it.each([
    ['28P01', 'wrong password'],
    ['3D000', 'the database does not exist'],
    ['53300', 'too many connections'],
  ])('describes SQLSTATE %s of Postgres', (code, reason) => {
    const error = Object.assign(new Error('password authentication failed for user "teller"'), { code, severity: 'FATAL' });
    expect(describeStartFailure(error)).toBe(`Cannot use the database at DATABASE_URL: ${reason}.`);
  });

  it.each([
    [
      { code: '08P01', message: 'unsupported startup parameter: extra_float_digits' },
      'the pooler rejects the startup parameter extra_float_digits; add it to ignore_startup_parameters in pgbouncer.ini',
    ],
    [{ code: '08P01', message: 'query_wait_timeout' }, 'query_wait_timeout'],
    [{ code: '25006', message: 'cannot execute CREATE TABLE in a read-only transaction', severity: 'ERROR' }, 'the server is read-only'],
  ])('describes errors of poolers and standbys in one line: %j', ({ message, ...rest }, reason) => {
    const error = Object.assign(new Error(message), { severity: 'FATAL', ...rest });
    expect(describeStartFailure(error)).toBe(`Cannot use the database at DATABASE_URL: ${reason}.`);
  });

  it('shows the message of a StartError', () => {
    expect(failureText(new StartError('The disk is full.'))).toBe('Talewood cannot start. The disk is full.');
    expect(failureText(new DatabaseTooNewError('0042_shelves'))).toBe(
      'Talewood cannot start. The database is newer than this version of Talewood (migration 0042_shelves). Start the newer version.',
    );
  });

  it('shows the stack of an unexpected error', () => {
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
