/** Known failures of the start, each reported in one line. */

/** A failure whose message is shown to the operator as it is. */
export class StartError extends Error {
  override name = 'StartError';
}

/** The database is read-only, which a failover may change. */
export class StandbyError extends StartError {
  override name = 'StandbyError';
  /** SQLSTATE of a read-only server. */
  readonly code = '25006';
}

/** The database was migrated by a newer version. */
export class DatabaseTooNewError extends StartError {
  override name = 'DatabaseTooNewError';

  /** `newest`: the newest migration that this version does not know. */
  constructor(newest: string) {
    super(`The database is newer than this version of Talewood (migration ${newest}). Start the newer version.`);
  }
}

type Codes = Record<string, string>;

const FILE_REASONS: Codes = {
  EACCES: 'permission denied',
  EPERM: 'operation not permitted',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  ENOTDIR: 'part of the path is a file, not a folder',
  EEXIST: 'it is a file, not a folder',
  ENOENT: 'it does not exist and cannot be created',
  EMFILE: 'too many open files',
};

const DATABASE_REASONS: Codes = {
  ECONNREFUSED: 'connection refused',
  ENOENT: 'the socket does not exist',
  ENOTFOUND: 'unknown host name',
  EAI_AGAIN: 'the host name cannot be resolved at the moment',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  ETIMEDOUT: 'timeout',
  ECONNRESET: 'the server closed the connection',
  '28P01': 'wrong password',
  '28000': 'the user is not allowed to connect',
  '3D000': 'the database does not exist',
  '42501': 'insufficient privileges',
  '53300': 'too many connections',
  '53100': 'the disk of the server is full',
  '25006': 'the server is read-only',
  '57P03': 'the server is starting up',
};

/** Errors of the driver have no code, only text. */
const DRIVER_REASONS: [pattern: RegExp, reason: string][] = [
  [
    /unsupported startup parameter(?: in options)?: ([a-z_.]+)/i,
    'the pooler rejects the startup parameter $1; add it to ignore_startup_parameters in pgbouncer.ini',
  ],
  [/client password must be a string/, 'a password is required, and the URL has none'],
  [/timeout expired|timeout exceeded|connection timeout|read timeout/, 'timeout'],
  [/server does not support SSL/, 'the server does not support TLS, which the URL requires'],
  [/self.signed certificate|unable to verify the first certificate/, 'the certificate of the server is not trusted'],
  [/no pg_hba.conf entry/, 'the server does not allow connections from this machine'],
  [/Connection terminated unexpectedly/, 'the server closed the connection'],
];

/** Describes why a file or folder cannot be used: "the disk is full" for `ENOSPC`. */
export function fileReason(error: unknown): string {
  const code = codeOf(error);
  return FILE_REASONS[code] ?? (code || messageOf(error));
}

/**
 * Returns one line for a known failure, undefined for others, which are printed with their stack. Never contains a password: messages of
 * the driver are replaced.
 */
export function describeStartFailure(error: unknown): string | undefined {
  if (error instanceof StartError) return error.message;
  const code = codeOf(error);
  const { syscall, port, address, path } = error as NodeJS.ErrnoException & { port?: number; address?: string };
  if (syscall === 'listen' || syscall === 'bind') return describeListen(code, address, port);
  const reason = databaseReason(error);
  if (reason !== undefined) return `Cannot use the database at DATABASE_URL: ${reason}.`;
  if (code in FILE_REASONS && path !== undefined) return `Cannot use ${path}: ${fileReason(error)}.`;
  return undefined;
}

/** Returns a known failure of the direct connection under the name of its setting, if it differs from that for requests. */
export function nameDirectUrl(error: unknown, { databaseUrl, databaseDirectUrl }: DatabaseSettings): unknown {
  const line = databaseDirectUrl === databaseUrl ? undefined : describeStartFailure(error);
  return line?.includes('DATABASE_URL') !== true
    ? error
    : new StartError(line.replaceAll('DATABASE_URL', 'DATABASE_DIRECT_URL'), { cause: error });
}

type DatabaseSettings = { databaseUrl?: string | undefined; databaseDirectUrl?: string | undefined };

/** Describes why a database cannot be used: "connection refused"; undefined for errors of other origin. Never contains a password. */
export function databaseReason(error: unknown): string | undefined {
  // Every address of a host name was tried.
  if (error instanceof AggregateError) return databaseReason(error.errors[0]);
  const code = codeOf(error);
  const { syscall, path } = error as NodeJS.ErrnoException;
  if (code in DATABASE_REASONS && (isDatabase(error) || syscall !== undefined) && path === undefined) return DATABASE_REASONS[code];
  if (syscall === 'connect' || syscall === 'getaddrinfo') return DATABASE_REASONS[code] ?? code;
  const [message = ''] = messageOf(error).split('\n');
  for (const [pattern, reason] of DRIVER_REASONS) {
    const match = pattern.exec(message);
    if (match) return reason.replace('$1', match[1] ?? '');
  }
  // A failed login: the server's own message, which never repeats credentials.
  if (isDatabase(error) && (error as { severity?: unknown }).severity === 'FATAL') return message;
  return undefined;
}

/** Prints the failure to stderr, in one line when it is known, else with its stack, and exits with 1. */
export function exitWithFailure(error: unknown): never {
  process.stderr.write(`${failureText(error)}\n`);
  process.exit(1);
}

/** Returns what `exitWithFailure` prints. */
export function failureText(error: unknown): string {
  const line = describeStartFailure(error);
  if (line !== undefined) return `Talewood cannot start. ${line}`;
  return `Talewood cannot start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}

function describeListen(code: string, address?: string, port?: number): string {
  if (code === 'EADDRINUSE') return `Port ${port} is already in use. Stop the other program or set PORT to a free port.`;
  if (code === 'EACCES') return `No permission to listen on port ${port}. Set PORT to 1024 or above.`;
  if (code === 'EADDRNOTAVAIL') return `HOST ${address} is not a local address.`;
  return `Cannot listen on port ${port}: ${code}.`;
}

/** Errors of Postgres have a five-character code and a severity. */
function isDatabase(error: unknown): boolean {
  return error instanceof StandbyError || (error instanceof Error && 'severity' in error);
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === undefined && error instanceof AggregateError) return codeOf(error.errors[0]);
  return typeof code === 'string' ? code : '';
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
