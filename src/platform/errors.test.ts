import { expect, test } from 'vitest';
import { isDatabaseUnavailable, notFound, problemBody, unavailable, unexpected } from './errors.ts';

const coded = (code: string, message = '', more = {}) => Object.assign(new Error(message), { code, ...more });

test.each([
  coded('ECONNREFUSED'),
  coded('57P03', 'the database system is starting up'),
  coded('57014', 'canceling statement due to statement timeout'),
  coded('08006'),
  coded('ENOENT', 'connect ENOENT /tmp/.s.PGSQL.5432', { syscall: 'connect' }),
  new Error('timeout exceeded when trying to connect'),
  new Error('Connection terminated unexpectedly'),
  new Error('wrapped', { cause: coded('53300') }),
  new AggregateError([coded('ECONNREFUSED'), coded('ECONNREFUSED')]),
])('$message $code is the database being away', (error) => {
  expect(isDatabaseUnavailable(error)).toBe(true);
});

test.each([coded('ENOENT', 'open file', { syscall: 'open' }), coded('23505'), coded('42601'), new Error('x'), 'text', null, undefined])(
  '%s is not',
  (error) => {
    expect(isDatabaseUnavailable(error)).toBe(false);
  },
);

test('a problem says what a reader may know and nothing else', () => {
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
