import type { OPTIONS as ADMIN_OPTIONS } from './admin-create.ts';
import type { RESTORE_OPTIONS } from './archive.ts';
import type { NEW_OPTIONS, SERVE_OPTIONS } from './functions.ts';
import type { OPTIONS as IMPORT_OPTIONS } from './import.ts';

type CommandHelp = {
  summary: string;
  /** What follows `talewood`, one line for each form. */
  usage: readonly string[];
  options?: Readonly<Record<string, string>>;
  example: string;
};

const ADMIN: Record<keyof typeof ADMIN_OPTIONS, string> = {
  email: 'Email address of the administrator',
  name: 'Display name of a new account',
  existing: 'Grant the role to an existing account without asking',
};
const IMPORT: Record<keyof typeof IMPORT_OPTIONS, string> = {
  'dry-run': 'Report what would be imported and write nothing',
  publish: 'Publish tales even without source or rights; other warnings still make drafts',
  draft: 'Import everything as drafts',
  'keep-duplicates': 'Import tales that nearly match existing ones',
  map: 'Columns of tables by field, for example title=name,content=text',
  mirror: 'For classics: folder or URL of a Project Gutenberg mirror',
  only: 'For classics: numbers of the books, for example 503,7277',
  last: 'For undo: the last import',
};
const RESTORE: Record<keyof typeof RESTORE_OPTIONS, string> = {
  from: 'Restore from this WAL archive instead of a backup file',
  at: 'Point in time, for example 2026-11-22T14:03:00Z; the end of the archive by default',
  replace: 'Replace existing data',
};
const NEW_FUNCTION: Record<keyof typeof NEW_OPTIONS, string> = {
  http: 'Answers requests (default)',
  event: 'Runs on a type of event, for example tale.published',
  schedule: 'Runs at times of a cron expression in UTC, for example "0 7 * * 1"',
};
const SERVE_FUNCTIONS: Record<keyof typeof SERVE_OPTIONS, string> = {
  port: 'Port on this machine, 8787 by default',
  api: 'Site whose API functions call, http://localhost:3000 by default; with the key in TALEWOOD_API_KEY',
};

export const HELP = {
  migrate: { summary: 'Apply pending database migrations', usage: ['migrate'], example: 'migrate' },
  seed: { summary: 'Import the starter library into a new database', usage: ['seed'], example: 'seed' },
  schema: { summary: 'Generate TypeScript types of the tables (for developers)', usage: ['schema'], example: 'schema' },
  import: {
    summary: 'Import books and tales (text, HTML, EPUB, Markdown, tables, Word, ZIP)',
    usage: ['import FILE_OR_FOLDER… [options]', 'import classics [options]', 'import list', 'import undo NUMBER | --last'],
    options: IMPORT,
    example: 'import book.epub --dry-run',
  },
  'admin create': {
    summary: 'Create an administrator or grant the role to an account',
    usage: ['admin create [options]'],
    options: ADMIN,
    example: 'admin create --email anna@tales.example --name Anna < password.txt',
  },
  'rotate-keys': {
    summary: 'Withdraw all signing keys of access tokens at once, when they may be exposed',
    usage: ['rotate-keys'],
    example: 'rotate-keys',
  },
  'mail-in': {
    summary: 'Process one email from standard input (bounce, complaint, unsubscribe)',
    usage: ['mail-in < MESSAGE'],
    example: 'mail-in < bounce.eml',
  },
  backup: {
    summary: 'Back up the database and media into FILE while the site runs',
    usage: ['backup FILE'],
    example: 'backup /backups/talewood.backup',
  },
  'backup verify': {
    summary: 'Check that FILE is a complete backup',
    usage: ['backup verify FILE'],
    example: 'backup verify /backups/talewood.backup',
  },
  'backup base': { summary: 'Create a base backup in WAL_ARCHIVE_DIR', usage: ['backup base'], example: 'backup base' },
  'backup status': {
    summary: 'Show the state of the WAL archive; exit code 1 if there are problems',
    usage: ['backup status'],
    example: 'backup status',
  },
  restore: {
    summary: 'Restore a backup file, or a point in time from the WAL archive',
    usage: ['restore FILE [--replace]', 'restore --from ARCHIVE [--at TIME] [--replace]'],
    options: RESTORE,
    example: 'restore /backups/talewood.backup --replace',
  },
  export: {
    summary: 'Export all public content as Markdown, JSON and images',
    usage: ['export FOLDER'],
    example: 'export /tmp/talewood-export',
  },
  'import-export': {
    summary: 'Import an exported folder into a new site',
    usage: ['import-export FOLDER'],
    example: 'import-export /tmp/talewood-export',
  },
  'functions new': {
    summary: 'Create a function in FUNCTIONS_DIR',
    usage: ['functions new NAME [--http | --event TYPE | --schedule CRON]'],
    options: NEW_FUNCTION,
    example: 'functions new announce --event tale.published',
  },
  'functions list': {
    summary: 'List functions with their triggers; exit code 1 if one is broken',
    usage: ['functions list'],
    example: 'functions list',
  },
  'functions serve': {
    summary: 'Serve functions on this machine while you write them, until Ctrl-C',
    usage: ['functions serve [options]'],
    options: SERVE_FUNCTIONS,
    example: 'functions serve --port 8787',
  },
  worker: { summary: 'Run background jobs in a separate process until Ctrl-C', usage: ['worker'], example: 'worker' },
} as const satisfies Record<string, CommandHelp>;

export type CommandName = keyof typeof HELP;

/** The command that the arguments begin with: of one or two words. */
export function findCommandName([first = '', second = '']: readonly string[]): CommandName | undefined {
  return [`${first} ${second}`, first].find((name): name is CommandName => Object.hasOwn(HELP, name));
}

/** Help for one command: usage, options, an example. */
export function commandHelp(name: CommandName): string {
  const { summary, usage, options = {}, example }: CommandHelp = HELP[name];
  const all = Object.entries({ ...options, help: 'Show this help' });
  const width = Math.max(...all.map(([option]) => option.length)) + 4;
  return [
    summary,
    '',
    ...usage.map((line, at) => `${at === 0 ? 'Usage:' : '      '} talewood ${line}`),
    '',
    'Options:',
    ...all.map(([option, text]) => `  ${`--${option}`.padEnd(width)}${text}`),
    '',
    'Example:',
    `  npm run talewood -- ${example}`,
  ].join('\n');
}

/** The list of all commands. */
export function generalHelp(): string {
  return [
    'Usage: npm run talewood -- COMMAND [options]',
    '',
    ...Object.entries(HELP).map(([name, { summary }]) => `  ${name.padEnd(16)}${summary}`),
    '',
    'Options:',
    '  --help          Show help; after a command, its options and an example',
    '  --version       Show the version',
  ].join('\n');
}
