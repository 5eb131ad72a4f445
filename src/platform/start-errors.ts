/** Failures that keep Talewood from starting, each told to the operator in one plain line. */

/** A failure whose message is already the one line that the operator should read. */
export class StartError extends Error {
  override name = 'StartError';
}

/** The database was migrated by a newer Talewood than this one. */
export class DatabaseTooNewError extends StartError {
  override name = 'DatabaseTooNewError';

  /** `newest` is the name of the newest migration in the database that this code does not know. */
  constructor(newest: string) {
    super(`The database is newer than this Talewood (it has migration ${newest}): start the newer version again.`);
  }
}

type Codes = Record<string, string>;

const FILE_REASONS: Codes = {
  EACCES: 'permission denied',
  EPERM: 'operation not permitted',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  ENOTDIR: 'a part of the path is a file, not a folder',
  EEXIST: 'it is a file, not a folder',
  ENOENT: 'it does not exist and cannot be made',
  EMFILE: 'too many open files',
};

const DATABASE_REASONS: Codes = {
  ECONNREFUSED: 'nothing answers there',
  ENOENT: 'there is no such socket',
  ENOTFOUND: 'its host name is unknown',
  EAI_AGAIN: 'its host name cannot be looked up just now',
  EHOSTUNREACH: 'its host cannot be reached',
  ENETUNREACH: 'its network cannot be reached',
  ETIMEDOUT: 'it did not answer in time',
  ECONNRESET: 'it closed the connection',
  '28P01': 'the password is wrong',
  '28000': 'it refuses this user',
  '3D000': 'there is no database of that name',
  '42501': 'this user may not do that',
  '53300': 'it has no connection left',
  '53100': 'its disk is full',
  '25006': 'it is read-only',
  '57P03': 'it is still starting up',
};

/** What the driver itself says has no code, only text. */
const DRIVER_REASONS: [pattern: RegExp, reason: string][] = [
  [
    /unsupported startup parameter(?: in options)?: ([a-z_.]+)/i,
    'its pooler refuses the startup parameter $1; add it to ignore_startup_parameters in pgbouncer.ini',
  ],
  [/client password must be a string/, 'it wants a password, and the address has none'],
  [/timeout expired|timeout exceeded|connection timeout/, 'it did not answer in time'],
  [/server does not support SSL/, 'it does not support TLS, which the address asks for'],
  [/self.signed certificate|unable to verify the first certificate/, 'its certificate is not trusted here'],
  [/no pg_hba.conf entry/, 'it refuses connections from this machine'],
  [/Connection terminated unexpectedly/, 'it closed the connection'],
];

/** Says in a few words why a file or folder cannot be used: `ENOSPC` becomes "the disk is full". */
export function fileReason(error: unknown): string {
  const code = codeOf(error);
  return FILE_REASONS[code] ?? (code || messageOf(error));
}

/**
 * One line for a known failure of the start, else undefined: then it is a defect, and its stack is wanted.
 * Never holds a password: messages of the driver are replaced, not repeated.
 */
export function describeStartFailure(error: unknown): string | undefined {
  if (error instanceof StartError) return error.message;
  const code = codeOf(error);
  const { syscall, port, address, path } = error as NodeJS.ErrnoException & { port?: number; address?: string };
  if (syscall === 'listen' || syscall === 'bind') return describeListen(code, address, port);
  if (code in DATABASE_REASONS && (isDatabase(error) || syscall !== undefined) && path === undefined) return database(code);
  if (syscall === 'connect' || syscall === 'getaddrinfo') return database(code);
  const [said = ''] = messageOf(error).split('\n');
  for (const [pattern, reason] of DRIVER_REASONS) {
    const match = pattern.exec(said);
    if (match) return `The database at DATABASE_URL cannot be used: ${reason.replace('$1', match[1] ?? '')}.`;
  }
  // Refused at the login, for whatever reason: the server's own words, which never hold what was sent to it.
  if (isDatabase(error) && (error as { severity?: unknown }).severity === 'FATAL')
    return `The database at DATABASE_URL cannot be used: ${said}.`;
  if (code in FILE_REASONS && path !== undefined) return `${path} cannot be used: ${fileReason(error)}.`;
  return undefined;
}

/** Writes the failure to stderr, one line when it is known, with its stack when not, and ends the process with 1. */
export function exitWithFailure(error: unknown): never {
  process.stderr.write(`${failureText(error)}\n`);
  process.exit(1);
}

/** What `exitWithFailure` writes. */
export function failureText(error: unknown): string {
  const line = describeStartFailure(error);
  if (line !== undefined) return `Talewood cannot start. ${line}`;
  return `Talewood cannot start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}

function describeListen(code: string, address?: string, port?: number): string {
  if (code === 'EADDRINUSE') return `Port ${port} is taken by another program: stop it, or set PORT to a free one.`;
  if (code === 'EACCES') return `Port ${port} may not be used by this user: set PORT to 1024 or above.`;
  if (code === 'EADDRNOTAVAIL') return `HOST ${address} is not an address of this machine.`;
  return `Port ${port} cannot be used: ${code}.`;
}

function database(code: string): string {
  return `The database at DATABASE_URL cannot be used: ${DATABASE_REASONS[code] ?? code}.`;
}

/** Errors that Postgres itself answers carry a five-character code and a severity. */
function isDatabase(error: unknown): boolean {
  return error instanceof Error && 'severity' in error;
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === undefined && error instanceof AggregateError) return codeOf(error.errors[0]);
  return typeof code === 'string' ? code : '';
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
