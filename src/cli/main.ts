/** Commands for operators and developers: npm run talewood -- COMMAND. */
import { writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import path from 'node:path';
import { withdrawKeys } from '#src/features/access-tokens/access-tokens.ts';
import { classify } from '#src/features/classification/classification.ts';
import { importLibrary } from '#src/features/starter-library/import-library.ts';
import { type Config, readConfig, VERSION } from '#src/platform/config.ts';
import { makeFilesPrivate } from '#src/platform/data-dir.ts';
import { openDb } from '#src/platform/db/db.ts';
import { generateSchema } from '#src/platform/db/generate-schema.ts';
import { openPool } from '#src/platform/db/pool.ts';
import { watchDisk } from '#src/platform/disk-guard.ts';
import { createLog } from '#src/platform/log.ts';
import { openFileStore } from '#src/platform/objects/open-store.ts';
import { databaseFolder, findRunningPostgres, startEmbeddedPostgres } from '#src/platform/postgres/embedded-postgres.ts';
import { exitWithFailure, nameDirectUrl, StartError } from '#src/platform/start-errors.ts';
import { runWorker } from '#src/server/worker.ts';
import { createAdmin } from './admin-create.ts';
import { archiveStatus, createBase, isFromArchive, restoreFromArchive } from './archive.ts';
import { backUp, restore, verify } from './backup.ts';
import { CommandError } from './command.ts';
import { exportAll, importExport } from './export.ts';
import { listFunctions, newFunction, serveFunctions } from './functions.ts';
import { type CommandName, commandHelp, findCommandName, generalHelp } from './help.ts';
import { importCommand } from './import.ts';
import { mailIn } from './mail-in.ts';
import { migrateSite } from './migrate-site.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const MIGRATIONS = path.join(ROOT, 'db/migrations');

/** `database`: 'migrated' is migrated first, 'unchanged' is not, 'none' is not opened. Default 'migrated'. */
type Command =
  | { database?: 'migrated' | 'unchanged'; run(url: string, args: string[], config: Config): Promise<string> }
  | { database: 'none'; run(args: string[]): Promise<string> };

const { log, flush } = createLog({ level: 'warn' });
/** Shows only warnings of the embedded database. */
const postgresLog = { debug: () => {}, info: () => {}, warn: (message: string) => console.error(message) };

const DISK_FULL = 'Import stopped: the disk of the database is full. Free some space and run the command again to continue.';

const ROTATED = 'Services that cache the key set accept the old keys for up to 10 minutes more: restart them to end that now.';

const COMMANDS: Record<Exclude<CommandName, 'worker'>, Command> = {
  migrate: {
    database: 'unchanged',
    run: async (url, _, config) => {
      const { applied, backup } = await migrateSite(url, { config, log });
      if (applied.length === 0) return 'The database is up to date.';
      return `Applied ${applied.join(', ')}.${backup === undefined ? '' : ` Backup of the previous state: ${backup}.`}`;
    },
  },
  seed: {
    run: (url) =>
      withPool(url, async (pool) => {
        const tales = await importLibrary(openDb(pool), path.join(ROOT, 'library'), { log });
        return tales === 0
          ? 'Nothing imported: the starter library was imported before, or the database has tales.'
          : `Imported ${tales} tales.`;
      }),
  },
  schema: {
    run: (url) =>
      withPool(url, async (pool) => {
        await writeFile(path.join(ROOT, 'src/platform/db/schema.gen.ts'), await generateSchema(pool));
        return 'Wrote src/platform/db/schema.gen.ts.';
      }),
  },
  import: {
    run: (url, args, config) =>
      withPool(url, async (pool) => {
        // Requests of readers take precedence. The processes that read books have the same priority.
        setPriority(5);
        const full = new AbortController();
        const onFull = () => full.abort(new CommandError(DISK_FULL));
        const disk = await watchDisk({ folder: databaseFolder(config), log, onFull });
        const terminal = {
          output: process.stderr,
          folder: process.cwd(),
          dataDir: config.dataDir,
          fileStore: openFileStore(config),
          signal: full.signal,
        };
        const { message, failed } = await importCommand(openDb(pool), args, terminal, classify).finally(() => disk.stop());
        if (failed) process.exitCode = 1;
        return message;
      }),
  },
  'admin create': {
    run: (url, args) => withPool(url, (pool) => createAdmin(openDb(pool), args, { input: process.stdin, output: process.stdout })),
  },
  'rotate-keys': {
    run: (url) =>
      withPool(url, async (pool) => {
        const keys = await withdrawKeys(openDb(pool));
        return `Withdrew ${keys === 1 ? '1 signing key' : `${keys} signing keys`}; the next token is signed with a new one. ${ROTATED}`;
      }),
  },
  'mail-in': {
    run: (url, args) => withPool(url, (pool) => mailIn(openDb(pool), args, process.stdin)),
  },
  backup: {
    database: 'unchanged',
    run: (url, args, config) => backUp(args, { url, config }),
  },
  'backup verify': {
    database: 'none',
    run: (args) => verify(args, runningDatabase()),
  },
  'backup base': {
    database: 'unchanged',
    run: (url, args, config) => createBase(args, { url, config }),
  },
  'backup status': {
    database: 'unchanged',
    run: (url, args, config) => archiveStatus(args, { url, config }),
  },
  restore: {
    database: 'none',
    run: (args) =>
      isFromArchive(args)
        ? restoreFromArchive(args, readConfig(), { log: postgresLog })
        : withDatabase(readConfig(), (url, config) => restore(args, { url, config }, { migrations: MIGRATIONS, log })),
  },
  export: {
    run: (url, args, config) => exportAll(args, { url, config }),
  },
  'functions new': {
    database: 'none',
    run: (args) => newFunction(args, readConfig().functionSettings),
  },
  'functions list': {
    database: 'none',
    run: () => listFunctions(readConfig().functionSettings),
  },
  'functions serve': {
    database: 'none',
    run: (args) => serveFunctions(args, readConfig().functionSettings),
  },
  'import-export': {
    run: (url, args, config) => importExport(args, { url, config }),
  },
};

async function main(): Promise<void> {
  const args = process.argv.slice(2);
  const name = findCommandName(args);
  const isHelp = args.some((arg) => arg === '--help' || arg === '-h');
  if (isHelp) return console.log(name === undefined ? generalHelp() : commandHelp(name));
  if (name === undefined) return showGeneral(args[0]);
  if (name === 'worker') return runWorker(() => openDatabase(readConfig()));
  const command = COMMANDS[name];
  try {
    console.log(await run(command, args.slice(name.split(' ').length)));
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

function showGeneral(arg: string | undefined): void {
  if (arg === '--version') console.log(VERSION);
  else if (arg === undefined) console.log(generalHelp());
  else {
    console.error(`Unknown command: ${arg}\n\n${generalHelp()}`);
    process.exitCode = 1;
  }
}

async function run(command: Command, args: string[]): Promise<string> {
  if (command.database === 'none') return command.run(args);
  return withDatabase(readConfig(), async (url, config) => {
    if (command.database !== 'unchanged') await migrateSite(url, { config, log });
    return command.run(url, args, config);
  });
}

async function withDatabase(config: Config, work: (url: string, config: Config) => Promise<string>): Promise<string> {
  const database = await openDatabase(config);
  try {
    return await work(database.url, config);
  } catch (error) {
    throw nameDirectUrl(error, config);
  } finally {
    await database.close();
  }
}

/** Opens the configured database, else the embedded one, which is started unless a site is running. */
async function openDatabase({
  databaseDirectUrl,
  dataDir,
  archiveDir,
}: Config): Promise<{ url: string; appUrl: string; close(): Promise<void> }> {
  const close = async () => {};
  if (databaseDirectUrl !== undefined) return { url: databaseDirectUrl, appUrl: databaseDirectUrl, close };
  const running = findRunningPostgres(dataDir);
  if (running !== undefined) return { ...running, close };
  const { url, appUrl, stop } = await startEmbeddedPostgres({ dataDir, archiveDir, log: postgresLog });
  return { url, appUrl, close: stop };
}

/** Returns the configured database or that of a running site; undefined on other machines, where backups can be verified too. */
function runningDatabase(): string | undefined {
  const { databaseDirectUrl, dataDir } = readConfig();
  return databaseDirectUrl ?? findRunningPostgres(dataDir)?.url;
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
