import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { isBroken } from '#src/platform/text.ts';
import { isCommonPassword } from './common-passwords.ts';
import { countCodePoints, isTooLong, PASSWORD_MAX, PASSWORD_MIN } from './password-limits.ts';

/** What makes a password too weak to be taken. Judged when one is chosen, never when someone signs in. */

/** What anyone would try first on this site, without spaces. */
const SITE_WORDS = [
  ...['talewood', 'fairytales', 'fairytale', 'tales', 'tale', 'wood', 'story', 'stories', 'reader', 'reading', 'library', 'password'],
  ...['onceuponatime', 'happilyeverafter', 'cinderella', 'snowwhite', 'rapunzel', 'rumpelstiltskin', 'sleepingbeauty'],
  ...['redridinghood', 'hanselandgretel', 'frogprince', 'fairy', 'princess', 'prince', 'admin', 'administrator', 'welcome'],
];

/** So many letters and digits must be left when known words are taken out. */
const LEAST_OWN = 6;
/** Two everyday words, or one with a year and a mark, are fewer guesses than this; three words are far more. */
const LEAST_GUESSES = 5e8;
/** Code units looked at by the estimator at a time: its cost grows faster than the length (over half a second at 256). */
const WINDOW = 64;

let estimator: ZxcvbnFactory | undefined;
/** The estimator's own list has the shorter ones, which signs between the letters make long. */
let short: Set<string> | undefined;

/**
 * Reasons against a password, as sentences to list under the field; none when it is good. It is judged as received, and against
 * the `email` and `name` it would stand beside. Whatever is sent, the answer comes at once: only the ends of a long password
 * reach what is dear.
 */
export function weakPasswordReasons(password: string, person: { email: string; name: string }): string[] {
  if (isTooLong(password)) return [`Use at most ${PASSWORD_MAX} characters.`];
  if (isBroken(password)) return ['It has a character that cannot be used. Please type it again.'];
  const plain = plainOf(password);
  const reasons: string[] = [];
  if (countCodePoints(password, PASSWORD_MIN) < PASSWORD_MIN) reasons.push(`Use at least ${PASSWORD_MIN} characters.`);
  if (isBuiltOf(plain, partsOf(person))) reasons.push('It is built from your name or e-mail address, which others may know.');
  else if (isBuiltOf(plain, [...partsOf(person), ...SITE_WORDS])) reasons.push('It is built from words that anyone would try here first.');
  if (isCommon(password)) reasons.push('It is among the passwords that people use most.');
  else if (reasons.length === 0 && isEasilyGuessed(password, person)) {
    reasons.push('It is easy to guess. Three or more words that have nothing to do with each other make a strong one.');
  }
  return reasons;
}

/** Small letters and digits alone, so that spaces, signs and accents hide nothing. */
function plainOf(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** The words of a name and of an address, and each of them whole; the shortest are left out, which are in anything. */
function partsOf({ email, name }: { email: string; name: string }): string[] {
  const [address, called] = [email.slice(0, PASSWORD_MAX), name.slice(0, PASSWORD_MAX)];
  const parts = [address, called, ...address.split(/[@.+_-]/), ...address.split('@'), ...called.split(/\s+/)];
  return parts.map(plainOf).filter((part) => part.length >= 3);
}

function isBuiltOf(plain: string, words: string[]): boolean {
  const rest = words
    .toSorted((a, b) => b.length - a.length)
    .reduce((left, word) => left.replaceAll(word, ' '), plain)
    .replaceAll(' ', '');
  return rest.length < LEAST_OWN && rest.length < plain.length;
}

/** As typed, without the spaces about it, or without its signs: a common one in disguise is a common one. */
function isCommon(password: string): boolean {
  short ??= new Set(dictionary['passwords-common']);
  const small = password.toLowerCase();
  return [small, small.trim(), plainOf(password)].some((form) => short?.has(form) || isCommonPassword(form));
}

/** A long password is as good as the better of its ends. */
function isEasilyGuessed(password: string, person: { email: string; name: string }): boolean {
  estimator ??= new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, l33tMaxSubstitutions: 20, maxLength: WINDOW });
  const known = [...SITE_WORDS, ...partsOf(person)];
  const ends = password.length <= WINDOW ? [password] : [password.slice(0, WINDOW), password.slice(-WINDOW)];
  for (const end of ends) {
    if (estimator.check(end, known).guesses >= LEAST_GUESSES) return false;
  }
  return true;
}
