import { expect, test } from 'vitest';
import { PASSWORD_MAX, PASSWORD_MIN } from './auth-schemas.ts';
import { COMMON_PASSWORDS, isCommonPassword, readCommonPasswords, weakPasswordReasons } from './password-rules.ts';

const list = readCommonPasswords();

test('the list has 100,000 unique lower-case passwords of an accepted length', () => {
  expect(new Set(list).size).toBe(COMMON_PASSWORDS);
  const lengths = list.map((password) => [...password].length);
  expect([Math.min(...lengths) >= PASSWORD_MIN, Math.max(...lengths) <= PASSWORD_MAX]).toEqual([true, true]);
  expect(list.filter((password) => password !== password.toLowerCase().trim())).toEqual([]);
});

test('entries from the first to the last are rejected in any case', () => {
  const some = list.filter((_, index) => index % 500 === 0 || index === COMMON_PASSWORDS - 1);
  const taken = some.filter(
    (password) =>
      !weakPasswordReasons(password.toUpperCase(), { email: '', name: '' }).some(
        (it) => it.includes('most common') || it.includes('on this site'),
      ),
  );
  expect(taken).toEqual([]);
});

test('a part of an entry, two consecutive entries, and an empty string are not common passwords', () => {
  expect(isCommonPassword('qwertyuiop')).toBe(true);
  expect(['qwertyuio', 'qwertyuiop\n1234567890', ''].map(isCommonPassword)).toEqual([false, false, false]);
});
