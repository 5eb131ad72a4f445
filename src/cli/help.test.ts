import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { VERSION } from '#src/platform/config.ts';
import { OPTIONS as ADMIN_OPTIONS } from './admin-create.ts';
import { RESTORE_OPTIONS } from './archive.ts';
import { NEW_OPTIONS, SERVE_OPTIONS } from './functions.ts';
import { type CommandName, commandHelp, findCommandName, generalHelp, HELP } from './help.ts';
import { OPTIONS as IMPORT_OPTIONS } from './import.ts';

const names = Object.keys(HELP) as CommandName[];
const ACCEPTED: Partial<Record<CommandName, object>> = {
  import: IMPORT_OPTIONS,
  'admin create': ADMIN_OPTIONS,
  restore: RESTORE_OPTIONS,
  'functions new': NEW_OPTIONS,
  'functions serve': SERVE_OPTIONS,
};

test.each(names)('the help of "%s" lists every option it accepts, and an example', (name) => {
  const help = commandHelp(name);
  for (const option of [...Object.keys(ACCEPTED[name] ?? {}), 'help']) expect(help).toMatch(new RegExp(`^  --${option} +\\S`, 'm'));
  expect(help).toContain(`Usage: talewood ${name}`);
  expect(help).toContain(`Example:\n  npm run talewood -- ${name}`);
  expect(generalHelp()).toContain(`  ${name.padEnd(16)}`);
});

test('finds commands of one and two words', () => {
  expect(findCommandName(['backup', 'verify', 'x'])).toBe('backup verify');
  expect(findCommandName(['backup', 'x'])).toBe('backup');
  expect(findCommandName(['constructor'])).toBeUndefined();
});

test('answers --version and --help without a database', () => {
  const run = (...args: string[]) => {
    const env = { PATH: process.env.PATH, PORT: 'invalid' };
    const { status, stdout } = spawnSync(process.execPath, [path.join(import.meta.dirname, 'main.ts'), ...args], { env, encoding: 'utf8' });
    return { status, stdout };
  };
  expect(run('--version')).toEqual({ status: 0, stdout: `${VERSION}\n` });
  expect(run('backup', 'verify', '--help')).toEqual({ status: 0, stdout: `${commandHelp('backup verify')}\n` });
});
