import { expect, test } from 'vitest';
import { classifyDatabaseError, databaseProblem, notFound, problemBody, unavailable, unexpected } from './errors.ts';

const coded = (code: string, message = '', more = {}) => Object.assign(new Error(message), { code, ...more });

test.each([
  ['lost', coded('ECONNREFUSED')],
  ['lost', coded('57P01', 'terminating connection due to administrator command')],
  ['lost', coded('57P02', 'terminating connection because of crash of another server process')],
  ['lost', coded('57P03', 'the database system is starting up')],
  ['lost', coded('57P04', 'the database was dropped')],
  ['busy', coded('57014', 'canceling statement due to statement timeout')],
  ['busy', coded('53200', 'out of memory')],
  ['busy', coded('40P01', 'deadlock detected')],
  ['full', coded('53100', 'could not extend file: No space left on device')],
  ['lost', coded('25006', 'cannot execute INSERT in a read-only transaction')],
  ['lost', coded('08006')],
  ['lost', coded('08P01', 'query_wait_timeout')],
  ['lost', coded('28P01', 'password authentication failed')],
  ['lost', coded('ENOENT', 'connect ENOENT /tmp/.s.PGSQL.5432', { syscall: 'connect' })],
  ['lost', coded('EAGAIN', 'connect EAGAIN /tmp/.s.PGSQL.5432', { syscall: 'connect' })],
  ['lost', coded('EMFILE', 'connect EMFILE 127.0.0.1:5432', { syscall: 'connect' })],
  ['lost', coded('ETIMEDOUT', 'connect ETIMEDOUT')],
  ['lost', new Error('timeout exceeded when trying to connect')],
  ['lost', new Error('timeout expired')],
  ['lost', new Error('Query read timeout')],
  ['lost', new Error('Connection terminated unexpectedly')],
  ['busy', new Error('wrapped', { cause: coded('53300') })],
  ['lost', new AggregateError([coded('ECONNREFUSED'), coded('ECONNREFUSED')])],
])('%s: %s is a temporary error of the database', (fault, error) => {
  expect(classifyDatabaseError(error)).toBe(fault);
  const problem = databaseProblem(error);
  expect(problem).toMatchObject(fault === 'full' ? { status: 507, code: 'no_room' } : { status: 503, code: 'database_unavailable' });
  expect(Number(problem?.headers['Retry-After'])).toBeGreaterThan(0);
});

test.each([
  coded('ENOENT', 'open file', { syscall: 'open' }),
  coded('EAGAIN', 'read', { syscall: 'read' }),
  coded('23505'),
  coded('42601'),
  coded('25001'),
  new Error('x'),
  'text',
  null,
  undefined,
])('%s is not', (error) => {
  expect(classifyDatabaseError(error)).toBeUndefined();
  expect(databaseProblem(error)).toBeUndefined();
});

test('a problem contains only what readers may know', () => {
  expect(JSON.parse(problemBody(unexpected(new Error('inside')), 'id-1'))).toEqual({
    type: 'about:blank',
    title: 'Internal Server Error',
    status: 500,
    code: 'unexpected',
    detail: 'Something went wrong on our side.',
    requestId: 'id-1',
  });
  expect(unavailable('away', 1.2).headers).toEqual({ 'Retry-After': '2' });
  expect(notFound().status).toBe(404);
});
