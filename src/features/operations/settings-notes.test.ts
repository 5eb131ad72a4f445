import { expect, test } from 'vitest';
import { parseConfig } from '#src/platform/config.ts';
import { notesOf } from './settings-notes.ts';

const notes = (env: Record<string, string>) => notesOf(parseConfig(env));
const WELL = { SMTP_URL: 'smtp://mail.example', PUBLIC_URL: 'https://tales.example', ARCHIVE_DIR: '/archive', HOST: '0.0.0.0' };

test('of settings that are well nothing is said', () => {
  expect(notes(WELL)).toEqual([]);
  const { ARCHIVE_DIR: _, ...own } = WELL;
  expect(notes({ ...own, DATABASE_URL: 'postgresql://x:secret@db.example/tales' })).toEqual([]);
});

test('of a site that was started without any, what is missing', () => {
  expect(notes({})).toEqual(['no_smtp', 'no_public_url', 'no_archive']);
});

test.each([
  [{ ADMIN_EMAIL: 'keeper@tales.example', ADMIN_PASSWORD: 'three kettles and a moth' }, ['admin_password']],
  [{ PUBLIC_URL: 'http://tales.example' }, ['plain_http']],
  [{ PUBLIC_URL: 'http://localhost:3000', HOST: '127.0.0.1' }, []],
])('%o', (changed, expected) => {
  expect(notes({ ...WELL, ...changed })).toEqual(expected);
});
