import type * as zxcvbn from '@zxcvbn-ts/core';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { weakPasswordReasons } from './password-rules.ts';

/** The real estimator, recording the lengths of its inputs. */
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
const ABOUT_PERSON = 'It is based on your name or email address, which others may know.';
const ABOUT_SITE = 'It is based on words that are easy to guess on this site.';
const COMMON = 'It is one of the most common passwords.';
const GUESSED = expect.stringMatching(/^It is easy to guess\./);

describe('the length of a password', () => {
  // Without repeats or sequences, so that only the length matters.
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

  test('is checked before any expensive work', () => {
    for (const password of ['a'.repeat(257), '😀'.repeat(250_000)]) weakPasswordReasons(password, GRETA);
    expect(estimated).toEqual([]);
  });
});

describe('a password is weak', () => {
  test.each([
    ['the site and a number', 'fairytale123', [ABOUT_SITE]],
    ['the site with spaces, capitals and symbols', 'Fairy Tale 2024!', [ABOUT_SITE]],
    ['the first words of a tale', 'Once upon a time...', [ABOUT_SITE]],
    ['the site twice', 'talewood-talewood', [ABOUT_SITE]],
    ['the site, disguised', 'f41ryt4le123', [GUESSED]],
    ["the user's address", GRETA.email, [ABOUT_PERSON]],
    ["the user's address in capitals, with a symbol", `${GRETA.email.toUpperCase()}!`, [ABOUT_PERSON]],
    ["the user's name and a year", 'GretaHolm1985', [ABOUT_PERSON]],
    ['a common one', 'qwertyuiop', [COMMON]],
    ['a common one in capitals', 'QWERTYuiop', [COMMON]],
    ['a common one with a number', 'letmein12345', [GUESSED]],
    ['a common one, disguised', 'pa$$w0rd!!', [GUESSED]],
    ['a season and a year', 'Summer2024!!', [GUESSED]],
    ['one letter', 'aaaaaaaaaaaaaaaa', [COMMON]],
    ['one letter, 256 times', 'a'.repeat(256), [GUESSED]],
    ['a common one repeated', 'letmein1'.repeat(20), [GUESSED]],
    ['too short and common', 'letmein', ['Use at least 10 characters.', COMMON]],
  ])('as %s', (_, password, reasons) => {
    expect(weakPasswordReasons(password, GRETA)).toEqual(reasons);
  });

  test('as an address of short words, without its domain', () => {
    expect(weakPasswordReasons('ab.cd-2024!', { email: 'ab.cd@brothers.example', name: 'Greta' })).toEqual([ABOUT_PERSON]);
  });

  test.each([
    ['a NUL', 'crane over\0the marsh'],
    ['half of a surrogate pair', 'crane over\ud83dthe marsh'],
  ])('with %s', (_, password) => {
    expect(weakPasswordReasons(password, GRETA)).toEqual(['It contains an invalid character. Please type it again.']);
  });
});

describe('a password is good', () => {
  test.each([
    'crane over the marsh',
    'hollywood river stone',
    'ёлка на опушке леса',
    'xK9#mQ2$vL',
    ' spaces around are mine ',
    // The beginning is weak, the end is not.
    `${'a'.repeat(120)} crane over the marsh`,
  ])('as "%s"', (password) => {
    expect(weakPasswordReasons(password, GRETA)).toEqual([]);
  });

  test('when the name is a single letter or empty', () => {
    expect(weakPasswordReasons('crane over the marsh', { email: 'a@b.c', name: 'A' })).toEqual([]);
    expect(weakPasswordReasons('crane over the marsh', { email: '', name: '' })).toEqual([]);
  });
});

// The estimator's time grows faster than the length: over half a second for some passwords of 256 characters.
test.each(['19911991', 'p4ssw0rd', '🦊🦊🏰🏰'])('of "%s" repeated is estimated in two short pieces', (text) => {
  weakPasswordReasons([...text.repeat(64)].slice(0, 256).join(''), GRETA);
  expect(estimated).toEqual([64, 64]);
});
