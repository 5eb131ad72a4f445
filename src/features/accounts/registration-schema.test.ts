import { expect, test } from 'vitest';
import { problemsByField } from '#src/platform/http/read-body.ts';
import { RegistrationPost } from './registration-input.ts';
import { RegistrationForm } from './registration-schema.ts';

const GOOD = { name: 'Greta', email: 'greta@brothers.example', password: 'seven ravens over glass', confirm: 'seven ravens over glass' };

const problemsOf = (schema: typeof RegistrationForm | typeof RegistrationPost, form: unknown) => {
  const parsed = schema.safeParse(form);
  return parsed.success ? {} : problemsByField(parsed.error);
};

test.each([
  ['nothing', {}, {}],
  ['what is blank', { name: ' ', email: ' ', password: ' ', confirm: '' }, 'Please fill out all fields'],
  ['a confirmation that differs', { confirm: 'seven ravens' }, { confirm: ['Passwords do not match'] }],
  [
    'both a name and a confirmation',
    { name: 'a\0', confirm: 'x' },
    { name: ['This name has a character that cannot be used.'], confirm: ['Passwords do not match'] },
  ],
  ['no address', { email: 'greta' }, { email: ['Please enter a valid e-mail address.'] }],
  ['what is not known', { role: 'admin' }, { role: ['This field is not known here.'] }],
])('browser and server refuse %s with the same words', (_, change, expected) => {
  const form = { ...GOOD, ...change };
  const problems = problemsOf(RegistrationForm, form);
  expect(problemsOf(RegistrationPost, form)).toEqual(problems);
  const all = Object.fromEntries(Object.keys(GOOD).map((field) => [field, [expected]]));
  expect(problems).toEqual(typeof expected === 'string' ? all : expected);
});

test.each([
  ['nine characters', 'a'.repeat(9), ['Use at least 10 characters.']],
  ['ten that are more in UTF-16', '🦊'.repeat(9), ['Use at least 10 characters.']],
  ['256 characters', '🦊'.repeat(256), undefined],
  ['257 characters', 'a'.repeat(257), ['Use at most 256 characters.']],
])('the browser judges the length of a password: %s', (_, password, expected) => {
  expect(problemsOf(RegistrationForm, { ...GOOD, password, confirm: password }).password).toEqual(expected);
});
