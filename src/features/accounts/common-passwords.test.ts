import { expect, test } from 'vitest';
import { COMMON_PASSWORDS, isCommonPassword, readCommonPasswords } from './common-passwords.ts';
import { PASSWORD_MAX, PASSWORD_MIN } from './password-limits.ts';
import { weakPasswordReasons } from './password-rules.ts';

const list = readCommonPasswords();

test('a hundred thousand different passwords of a length that is taken, in small letters', () => {
  expect(new Set(list).size).toBe(COMMON_PASSWORDS);
  const lengths = list.map((password) => [...password].length);
  expect([Math.min(...lengths) >= PASSWORD_MIN, Math.max(...lengths) <= PASSWORD_MAX]).toEqual([true, true]);
  expect(list.filter((password) => password !== password.toLowerCase().trim())).toEqual([]);
});

test('the first, the last and those between are refused, whatever their case', () => {
  const some = list.filter((_, index) => index % 500 === 0 || index === COMMON_PASSWORDS - 1);
  const taken = some.filter(
    (password) =>
      !weakPasswordReasons(password.toUpperCase(), { email: '', name: '' }).some((it) => it.includes('use most') || it.includes('anyone')),
  );
  expect(taken).toEqual([]);
});

test('a part of one, two in a row, and none at all are no common passwords', () => {
  expect(isCommonPassword('qwertyuiop')).toBe(true);
  expect(['qwertyuio', 'qwertyuiop\n1234567890', ''].map(isCommonPassword)).toEqual([false, false, false]);
});
