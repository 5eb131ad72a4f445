import type * as zxcvbn from '@zxcvbn-ts/core';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { weakPasswordReasons } from './password-rules.ts';

/** The real estimator, with the lengths of what it was given. */
const estimated = vi.hoisted((): number[] => []);
vi.mock('@zxcvbn-ts/core', async (original) => {
  const real = await original<typeof zxcvbn>();
  class ZxcvbnFactory extends real.ZxcvbnFactory {
    override check(password: string, known: string[]): zxcvbn.ZxcvbnResult {
      estimated.push(password.length);
      return super.check(password, known);
    }
  }
  return { ...real, ZxcvbnFactory };
});
beforeEach(() => estimated.splice(0));

const GRETA = { email: 'greta.holm@brothers.example', name: 'Greta Holm' };
const ABOUT_PERSON = 'It is built from your name or e-mail address, which others may know.';
const ABOUT_SITE = 'It is built from words that anyone would try here first.';
const COMMON = 'It is among the passwords that people use most.';
const GUESSED = expect.stringMatching(/^It is easy to guess\./);

describe('the length of a password', () => {
  // Without repeats or neighbours, so that length is all there is to say.
  const OF_256 = Array.from({ length: 256 }, (_, n) => String.fromCodePoint(0x4e00 + n * 71)).join('');

  test.each([
    ['9 characters', 'xK9#mQ2$v', ['Use at least 10 characters.']],
    ['10 characters', 'xK9#mQ2$vL', []],
    ['9 emoji, which are 18 code units', '🦊🏰🌲🌙⭐🐺🧙🪄🗿', ['Use at least 10 characters.']],
    ['64 characters with emoji', `${'vixen under moss '.repeat(3)}🦊🏰🌲🌙⭐🐺🧙🪄🗿🍎🪞🐸👑`, []],
    ['256 characters', OF_256, []],
    ['257 characters', `${OF_256}a`, ['Use at most 256 characters.']],
    ['a megabyte', 'é'.repeat(500_000), ['Use at most 256 characters.']],
    ['nothing', '', ['Use at least 10 characters.']],
  ])('%s', (_, password, reasons) => {
    expect(weakPasswordReasons(password, GRETA)).toEqual(reasons);
  });

  test('is judged before anything dear, when it is too long', () => {
    for (const password of ['a'.repeat(257), '😀'.repeat(250_000)]) weakPasswordReasons(password, GRETA);
    expect(estimated).toEqual([]);
  });
});

describe('a password is weak', () => {
  test.each([
    ['the site and a number', 'fairytale123', [ABOUT_SITE]],
    ['the site with spaces, capitals and signs', 'Fairy Tale 2024!', [ABOUT_SITE]],
    ['the first words of a tale', 'Once upon a time...', [ABOUT_SITE]],
    ['the site twice', 'talewood-talewood', [ABOUT_SITE]],
    ['the site, disguised', 'f41ryt4le123', [GUESSED]],
    ['the own address', GRETA.email, [ABOUT_PERSON]],
    ['the own address in capitals, with a sign', `${GRETA.email.toUpperCase()}!`, [ABOUT_PERSON]],
    ['the own name and a year', 'GretaHolm1985', [ABOUT_PERSON]],
    ['a common one', 'qwertyuiop', [COMMON]],
    ['a common one in capitals', 'QWERTYuiop', [COMMON]],
    ['a common one with a number', 'letmein12345', [GUESSED]],
    ['a common one, disguised', 'pa$$w0rd!!', [GUESSED]],
    ['a season and a year', 'Summer2024!!', [GUESSED]],
    ['one letter', 'aaaaaaaaaaaaaaaa', [COMMON]],
    ['one letter, 256 times', 'a'.repeat(256), [GUESSED]],
    ['a common one over and over', 'letmein1'.repeat(20), [GUESSED]],
    ['too short and common', 'letmein', ['Use at least 10 characters.', COMMON]],
  ])('as %s', (_, password, reasons) => {
    expect(weakPasswordReasons(password, GRETA)).toEqual(reasons);
  });

  test.each([
    ['a NUL', 'crane over\0the marsh'],
    ['half of a surrogate pair', 'crane over\ud83dthe marsh'],
  ])('with %s', (_, password) => {
    expect(weakPasswordReasons(password, GRETA)).toEqual(['It has a character that cannot be used. Please type it again.']);
  });
});

describe('a password is good', () => {
  test.each([
    'crane over the marsh',
    'hollywood river stone',
    'ёлка на опушке леса',
    'xK9#mQ2$vL',
    ' spaces around are mine ',
    // The beginning is poor, the end is not.
    `${'a'.repeat(120)} crane over the marsh`,
  ])('as "%s"', (password) => {
    expect(weakPasswordReasons(password, GRETA)).toEqual([]);
  });

  test('when the name is a letter or nothing', () => {
    expect(weakPasswordReasons('crane over the marsh', { email: 'a@b.c', name: 'A' })).toEqual([]);
    expect(weakPasswordReasons('crane over the marsh', { email: '', name: '' })).toEqual([]);
  });
});

// What the estimator takes grows faster than the length: half a second and more for some of 256 characters.
test.each(['19911991', 'p4ssw0rd', '🦊🦊🏰🏰'])('of "%s" over and over, two short pieces are estimated', (text) => {
  weakPasswordReasons([...text.repeat(64)].slice(0, 256).join(''), GRETA);
  expect(estimated).toEqual([64, 64]);
});
