/** Commands for operators and developers: npm run talewood -- <command>. */
import { writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import path from 'node:path';
import { classify } from '#src/features/classification/classification.ts';
import { importLibrary } from '#src/features/library/import-library.ts';
import { type Config, readConfig } from '#src/platform/config.ts';
import { makeFilesPrivate } from '#src/platform/data-dir.ts';
import { openDb } from '#src/platform/db/db.ts';
import { generateSchema } from '#src/platform/db/generate-schema.ts';
import { openPool } from '#src/platform/db/pool.ts';
import { watchDisk } from '#src/platform/disk-guard.ts';
import { createLog } from '#src/platform/log.ts';
import { databaseFolder, findRunningPostgres, startEmbeddedPostgres } from '#src/platform/postgres/embedded-postgres.ts';
import { exitWithFailure, StartError } from '#src/platform/start-errors.ts';
import { createAdmin } from './admin-command.ts';
import { archiveStatus, isFromArchive, restoreFromArchive, takeBase } from './archive-commands.ts';
import { backUp, restore, verify } from './backup-commands.ts';
import { CommandRefused } from './command-refused.ts';
import { exportAll, importExport } from './export-commands.ts';
import { importCommand } from './import-command.ts';
import { mailIn } from './mail-in-command.ts';
import { migrateSite } from './migrate-site.ts';
import { runWorker } from './worker.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const MIGRATIONS = path.join(ROOT, 'db/migrations');

/** `database`: 'newest' is brought to the newest schema first, 'as it is' is not, and 'none' is not opened. */
type Command =
  | { help: string; database?: 'newest' | 'as it is'; run(url: string, words: string[], config: Config): Promise<string> }
  | { help: string; database: 'none'; run(words: string[]): Promise<string> };

const { log, flush } = createLog({ level: 'warn' });
/** What the embedded database says. */
const said = { debug: () => {}, info: () => {}, warn: (message: string) => console.error(message) };

const DISK_FULL =
  'The import stopped: the disk of the database is full. Free some space and run the command again; it goes on with what is left.';

const COMMANDS: Record<string, Command> = {
  migrate: {
    help: 'bring the database to the newest schema',
    database: 'as it is',
    run: async (url, _, config) => {
      const { applied, backup } = await migrateSite(url, { config, log });
      if (applied.length === 0) return 'The database is up to date.';
      return `Applied ${applied.join(', ')}.${backup === undefined ? '' : ` A backup of what was there before is ${backup}.`}`;
    },
  },
  seed: {
    help: 'import the starter library, if this database never had it',
    run: (url) =>
      withPool(url, async (pool) => {
        const tales = await importLibrary(openDb(pool), path.join(ROOT, 'library'), { log });
        return tales === 0 ? 'The starter library had been imported before.' : `Imported ${tales} tales.`;
      }),
  },
  schema: {
    help: 'write the TypeScript types of the tables (developers)',
    run: (url) =>
      withPool(url, async (pool) => {
        await writeFile(path.join(ROOT, 'src/platform/db/schema.gen.ts'), await generateSchema(pool));
        return 'Wrote src/platform/db/schema.gen.ts.';
      }),
  },
  import: {
    help: 'bring in books and tales (text, HTML, EPUB, Markdown, tables, Word, zips of them); “import classics”, “import list”, “import undo”',
    run: (url, words, config) =>
      withPool(url, async (pool) => {
        // Readers come first; and the processes that read books, which say the same, are no further behind than this one.
        setPriority(5);
        const full = new AbortController();
        const onFull = () => full.abort(new CommandRefused(DISK_FULL));
        const disk = await watchDisk({ folder: databaseFolder(config), log, onFull });
        const terminal = { output: process.stderr, folder: process.cwd(), dataDir: config.dataDir, signal: full.signal };
        const { said, failed } = await importCommand(openDb(pool), words, terminal, classify).finally(() => disk.stop());
        if (failed) process.exitCode = 1;
        return said;
      }),
  },
  'admin create': {
    help: 'make an administrator, or make one of an account',
    run: (url, words) => withPool(url, (pool) => createAdmin(openDb(pool), words, { input: process.stdin, output: process.stdout })),
  },
  'mail-in': {
    help: 'take one mail from standard input: letters that came back, complaints, “unsubscribe”',
    run: (url, words) => withPool(url, (pool) => mailIn(openDb(pool), words, process.stdin)),
  },
  backup: {
    help: 'write the whole site into <file>, while it runs',
    database: 'as it is',
    run: (url, words, config) => backUp(words, { url, config }),
  },
  'backup verify': {
    help: 'check that <file> is a whole backup',
    database: 'none',
    run: (words) => verify(words, runningDatabase()),
  },
  'backup base': {
    help: 'copy the running database into ARCHIVE_DIR, as is done once a day',
    database: 'as it is',
    run: (url, words, config) => takeBase(words, { url, config }),
  },
  'backup status': {
    help: 'say how the archive of ARCHIVE_DIR stands; exit 1 when something is wrong with it',
    database: 'as it is',
    run: (url, words, config) => archiveStatus(words, { url, config }),
  },
  restore: {
    help: 'bring the site back from <file>, or from an archive (--from <folder>) as at a moment (--at <time>); --replace where there is one',
    database: 'none',
    run: (words) =>
      isFromArchive(words)
        ? restoreFromArchive(words, readConfig(), { log: said })
        : withDatabase(readConfig(), (url, config) => restore(words, { url, config }, { migrations: MIGRATIONS, log })),
  },
  export: {
    help: 'write all that can be read into <folder>, as Markdown, JSON and pictures',
    run: (url, words, config) => exportAll(words, { url, config }),
  },
  'import-export': {
    help: 'bring what export wrote into <folder> into a new site',
    run: (url, words, config) => importExport(words, { url, config }),
  },
};

/** Runs until it is told to stop, unlike the others. */
const WORKER = { help: 'run jobs (mail) in a process of its own, until Ctrl-C' };

async function main(): Promise<void> {
  if (process.argv[2] === 'worker') return runWorker(() => openDatabase(readConfig()));
  const [first = '', second = ''] = process.argv.slice(2);
  const name = `${first} ${second}` in COMMANDS ? `${first} ${second}` : first;
  const command = COMMANDS[name];
  if (command === undefined) {
    console.log(
      [
        'Usage: npm run talewood -- <command>',
        '',
        ...Object.entries({ ...COMMANDS, worker: WORKER }).map(([name, { help }]) => `  ${name.padEnd(16)}${help}`),
      ].join('\n'),
    );
    process.exitCode = first === '' ? 0 : 1;
    return;
  }
  try {
    console.log(await run(command, process.argv.slice(2 + name.split(' ').length)));
  } catch (error) {
    if (!(error instanceof CommandRefused)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

async function run(command: Command, words: string[]): Promise<string> {
  if (command.database === 'none') return command.run(words);
  return withDatabase(readConfig(), async (url, config) => {
    if (command.database !== 'as it is') await migrateSite(url, { config, log });
    return command.run(url, words, config);
  });
}

async function withDatabase(config: Config, work: (url: string, config: Config) => Promise<string>): Promise<string> {
  const database = await openDatabase(config);
  try {
    return await work(database.url, config);
  } finally {
    await database.close();
  }
}

/** The configured database; else the embedded one, beside a running site or started for the command. */
async function openDatabase({
  databaseUrl,
  dataDir,
  archiveDir,
}: Config): Promise<{ url: string; appUrl: string; close(): Promise<void> }> {
  const close = async () => {};
  if (databaseUrl !== undefined) return { url: databaseUrl, appUrl: databaseUrl, close };
  const running = findRunningPostgres(dataDir);
  if (running !== undefined) return { ...running, close };
  const { url, appUrl, stop } = await startEmbeddedPostgres({ dataDir, archiveDir, log: said });
  return { url, appUrl, close: stop };
}

/** The database of a site that runs beside this, or is set; undefined elsewhere, as a backup can be checked on any machine. */
function runningDatabase(): string | undefined {
  const { databaseUrl, dataDir } = readConfig();
  return databaseUrl ?? findRunningPostgres(dataDir)?.url;
}

async function withPool(url: string, work: (pool: ReturnType<typeof openPool>) => Promise<string>): Promise<string> {
  const pool = openPool(url, { log, max: 2, statementTimeoutMs: 600_000 });
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

makeFilesPrivate();
main()
  .catch((error) => exitWithFailure(error instanceof Error ? error : new StartError(String(error))))
  .finally(flush);
