import { expect, test } from 'vitest';
import { problemsByField } from '#src/platform/http/read-body.ts';
import { AuthenticatorCodeForm } from './settings-schemas.ts';

test.each([
  ['123456', undefined],
  [' 123 456 ', undefined],
  ['', 'Please enter the code'],
  [' ', 'Please enter the code'],
  ['12345', 'The code has 6 digits'],
  ['1234567', 'The code has 6 digits'],
  ['12345a', 'The code has 6 digits'],
])('the code %j of an authenticator app: %s', (code, problem) => {
  const { error } = AuthenticatorCodeForm.safeParse({ code });
  expect(error && problemsByField(error)).toEqual(problem === undefined ? undefined : { code: [problem] });
});
