/** The one kind of error that is meant for a reader: a stable code, a status, a message that says nothing of the inside. */
import { STATUS_CODES } from 'node:http';

type AppErrorOptions = {
  cause?: unknown;
  /** Further answer headers: Retry-After, Allow, Location. */
  headers?: Record<string, string>;
  /** What is wrong, by field of the form or body. */
  fields?: Record<string, string[]>;
};

export class AppError extends Error {
  readonly status: number;
  /** Programs branch on this, never on the message. */
  readonly code: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly fields: Readonly<Record<string, string[]>> | undefined;

  constructor(status: number, code: string, message: string, options: AppErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.status = status;
    this.code = code;
    this.headers = options.headers ?? {};
    this.fields = options.fields;
  }
}

export function badRequest(message: string, code = 'bad_request'): AppError {
  return new AppError(400, code, message);
}

export function notFound(message = 'There is nothing at this address.', code = 'not_found'): AppError {
  return new AppError(404, code, message);
}

/** `allow`: the methods that this address knows, as in `GET, HEAD`. */
export function methodNotAllowed(allow: string): AppError {
  return new AppError(405, 'method_not_allowed', 'This address does not take that method.', { headers: { Allow: allow } });
}

/** `limitBytes`: the most that would have been read. */
export function tooLarge(limitBytes: number): AppError {
  return new AppError(413, 'too_large', `At most ${limitBytes} bytes may be sent here.`);
}

/** A passing fault of ours: overload, database away. `code` says which, for programs and the log. */
export function unavailable(code = 'unavailable', retryAfterSeconds = 5, cause?: unknown): AppError {
  const headers = { 'Retry-After': String(Math.ceil(retryAfterSeconds)) };
  return new AppError(503, code, 'We cannot answer just now. Please try again in a moment.', { headers, cause });
}

/** What a reader is told of an error that nobody foresaw: nothing but the request id. */
export function unexpected(cause: unknown): AppError {
  return new AppError(500, 'unexpected', 'Something went wrong on our side.', { cause });
}

/** 507: the disk is full, so nothing can be written; reading goes on. */
export function diskFull(cause?: unknown): AppError {
  const message =
    'The disk of the server is full, so nothing can be saved. Reading still works. Please tell the administrator of this site.';
  return new AppError(507, 'no_room', message, { cause, headers: { 'Retry-After': '60' } });
}

/** `lost`: the connection is of no further use. `busy`: the database cannot do this now. `full`: its disk is. */
export type DatabaseFault = 'lost' | 'busy' | 'full';

/** Passing faults by SQLSTATE, or by what it begins with; the longest match counts. */
const SQLSTATE_FAULTS: Readonly<Record<string, DatabaseFault>> = {
  // Connection exceptions. PgBouncer answers everything of its own with 08P01.
  '08': 'lost',
  // A read-only server: after a failover this connection still leads to the standby, a new one leads to the primary.
  '25006': 'lost',
  // Idle-in-transaction and transaction timeouts, which end the session.
  '25P03': 'lost',
  '25P04': 'lost',
  // Logins refused and databases missing while somebody rotates passwords or restores.
  '28': 'lost',
  '3D000': 'lost',
  // Serialization failures and deadlocks, once the retries are used up.
  '40001': 'busy',
  '40P01': 'busy',
  // Insufficient resources: memory, connections; and the disk.
  '53': 'busy',
  '53100': 'full',
  '55P03': 'busy',
  '57014': 'busy',
  // Shut down, crashed, starting up, dropped, idle for too long.
  '57P': 'lost',
};
const SYSTEM_CODES = new Set(
  'ECONNREFUSED ECONNRESET ECONNABORTED ENOTFOUND EAI_AGAIN ETIMEDOUT EPIPE EHOSTUNREACH ENETUNREACH'.split(' '),
);
/** What the driver says has no code. */
const DRIVER_TEXT =
  /connection terminated|connection timeout|timeout exceeded when trying to connect|^timeout expired$|query read timeout|client has encountered a connection error|client was closed and is not queryable|cannot use a pool after calling end/i;

/**
 * The fault behind an error of the database that says "not now", by whatever it was wrapped in; undefined for anything else. Any failure
 * to connect counts, whatever the system calls it (EAGAIN: the queue of a stopped server is full). Errors of files never do: they have
 * codes in common with those of sockets (ENOENT), which count only where the system call says so.
 */
export function databaseFault(error: unknown): DatabaseFault | undefined {
  for (let inner = error, depth = 0; inner instanceof Error && depth < 5; inner = inner.cause, depth += 1) {
    const fault = faultOf(inner);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** The 503 or 507 that such an error is to the outside; undefined for anything else. */
export function databaseProblem(error: unknown): AppError | undefined {
  const fault = databaseFault(error);
  if (fault === undefined) return undefined;
  return fault === 'full' ? diskFull(error) : unavailable('database_unavailable', 5, error);
}

function faultOf(error: Error): DatabaseFault | undefined {
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  if (typeof code === 'string') {
    const known = [5, 3, 2].map((length) => code.length === 5 && SQLSTATE_FAULTS[code.slice(0, length)]).find(Boolean);
    if (known) return known;
    if (SYSTEM_CODES.has(code) || syscall === 'connect' || syscall === 'getaddrinfo') return 'lost';
  }
  if (DRIVER_TEXT.test(error.message)) return 'lost';
  return error instanceof AggregateError ? error.errors.map((each) => databaseFault(each)).find(Boolean) : undefined;
}

const UNIQUE_VIOLATION = '23505';
/**
 * Postgres: unique or foreign key violation (somebody else has just added the same thing, or removed what this belongs to), serialization
 * failure, deadlock.
 */
const CONFLICT_CODES = new Set<unknown>([UNIQUE_VIOLATION, '23503', '40001', '40P01']);

/** True when the database refuses a row because there is one of the same name, address or other key. */
export function isUniqueViolation(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === UNIQUE_VIOLATION;
}

/**
 * True for errors of the driver that say that somebody else was quicker. What is known beforehand is refused by name; this is for what
 * happens between the look and the write.
 */
export function isDatabaseConflict(error: unknown): boolean {
  return error instanceof Error && CONFLICT_CODES.has((error as { code?: unknown }).code);
}

/** What is told to whoever was too late. */
export function conflict(cause: unknown): AppError {
  return new AppError(409, 'conflict', 'Somebody else has changed this at the same moment. Please look again and try once more.', {
    cause,
  });
}

/** The body of a problem answer (RFC 9457), media type `application/problem+json`. */
export function problemBody(error: AppError, requestId: string): string {
  return JSON.stringify({
    type: 'about:blank',
    title: STATUS_CODES[error.status] ?? 'Error',
    status: error.status,
    code: error.code,
    detail: error.message,
    requestId,
    ...(error.fields === undefined ? {} : { errors: error.fields }),
  });
}
