import { expect, test } from 'vitest';
import { parseConfig } from '#src/platform/config.ts';
import { configurationWarnings } from './admin-status.ts';

const warnings = (env: Record<string, string>) => configurationWarnings(parseConfig(env));
const COMPLETE = { SMTP_URL: 'smtp://mail.example', PUBLIC_URL: 'https://tales.example', WAL_ARCHIVE_DIR: '/archive', HOST: '0.0.0.0' };

test('a complete configuration has no warnings', () => {
  expect(warnings(COMPLETE)).toEqual([]);
  const { WAL_ARCHIVE_DIR: _, ...own } = COMPLETE;
  expect(warnings({ ...own, DATABASE_URL: 'postgresql://x:secret@db.example/tales' })).toEqual([]);
});

test('an empty configuration warns about what is missing', () => {
  expect(warnings({})).toEqual(['no_smtp', 'no_public_url', 'no_archive']);
});

test.each([
  [{ ADMIN_EMAIL: 'keeper@tales.example', ADMIN_PASSWORD: 'three kettles and a moth' }, ['admin_password']],
  [{ PUBLIC_URL: 'http://tales.example' }, ['plain_http']],
  [{ PUBLIC_URL: 'http://localhost:3000', HOST: '127.0.0.1' }, []],
])('%o', (changed, expected) => {
  expect(warnings({ ...COMPLETE, ...changed })).toEqual(expected);
});
