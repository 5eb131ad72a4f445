import { expect, test } from 'vitest';
import { problemsByField } from '#src/platform/http/read-body.ts';
import { RegistrationForm } from './auth-schemas.ts';
import { RegistrationPost } from './registration.ts';

const GOOD = { name: 'Greta', email: 'greta@brothers.example', password: 'seven ravens over glass', confirm: 'seven ravens over glass' };

const problemsOf = (schema: typeof RegistrationForm | typeof RegistrationPost, form: unknown) => {
  const parsed = schema.safeParse(form);
  return parsed.success ? {} : problemsByField(parsed.error);
};

test.each([
  ['nothing', {}, {}],
  ['blank fields', { name: ' ', email: ' ', password: ' ', confirm: '' }, 'Please fill out all fields'],
  ['a different confirmation', { confirm: 'seven ravens' }, { confirm: ['Passwords do not match'] }],
  [
    'an invalid name and a different confirmation',
    { name: 'a\0', confirm: 'x' },
    { name: ['The name contains an invalid character.'], confirm: ['Passwords do not match'] },
  ],
  ['an invalid address', { email: 'greta' }, { email: ['Please enter a valid email address.'] }],
  ['unknown fields', { role: 'admin' }, { role: ['Unknown field.'] }],
])('browser and server reject %s with the same messages', (_, change, expected) => {
  const form = { ...GOOD, ...change };
  const problems = problemsOf(RegistrationForm, form);
  expect(problemsOf(RegistrationPost, form)).toEqual(problems);
  const all = Object.fromEntries(Object.keys(GOOD).map((field) => [field, [expected]]));
  expect(problems).toEqual(typeof expected === 'string' ? all : expected);
});

test.each([
  ['nine characters', 'a'.repeat(9), ['Use at least 10 characters.']],
  ['10 characters of more UTF-16 units', '🦊'.repeat(9), ['Use at least 10 characters.']],
  ['256 characters', '🦊'.repeat(256), undefined],
  ['257 characters', 'a'.repeat(257), ['Use at most 256 characters.']],
])('the browser checks the length of a password: %s', (_, password, expected) => {
  expect(problemsOf(RegistrationForm, { ...GOOD, password, confirm: password }).password).toEqual(expected);
});
