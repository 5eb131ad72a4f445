/** Errors for users: a stable code, a status, and a message without internals. */
import { STATUS_CODES } from 'node:http';

type AppErrorOptions = {
  cause?: unknown;
  /** Additional response headers: Retry-After, Allow, Location. */
  headers?: Record<string, string>;
  /** Messages by field of the form or body. */
  fields?: Record<string, string[]>;
};

export class AppError extends Error {
  readonly status: number;
  /** For programs, which must not depend on the message. */
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

export function notFound(message = 'Not found.', code = 'not_found'): AppError {
  return new AppError(404, code, message);
}

/** `allow`: the methods of this URL, such as `GET, HEAD`. */
export function methodNotAllowed(allow: string): AppError {
  return new AppError(405, 'method_not_allowed', 'Method not allowed for this URL.', { headers: { Allow: allow } });
}

/** `limitBytes`: the maximum size of the body. */
export function tooLarge(limitBytes: number): AppError {
  return new AppError(413, 'too_large', `The request body must be ${limitBytes} bytes or smaller.`);
}

/** A temporary failure, such as overload or an unavailable database. `code` identifies it for programs and the log. */
export function unavailable(code = 'unavailable', retryAfterSeconds = 5, cause?: unknown): AppError {
  const headers = { 'Retry-After': String(Math.ceil(retryAfterSeconds)) };
  return new AppError(503, code, 'The site is temporarily unavailable. Please try again in a moment.', { headers, cause });
}

/** The error shown for unexpected failures: nothing but the request id. */
export function unexpected(cause: unknown): AppError {
  return new AppError(500, 'unexpected', 'Something went wrong on our side.', { cause });
}

/** 507: the disk is full; the site is read-only. */
export function diskFull(cause?: unknown): AppError {
  const message =
    'The disk of the server is full, so nothing can be saved. Reading still works. Please tell the administrator of this site.';
  return new AppError(507, 'no_room', message, { cause, headers: { 'Retry-After': '60' } });
}

/** `lost`: the connection is unusable. `busy`: the database cannot do this now. `full`: its disk is full. */
type DatabaseErrorKind = 'lost' | 'busy' | 'full';

/** Temporary failures by SQLSTATE or its prefix; the longest match counts. */
const SQLSTATE_KINDS: Readonly<Record<string, DatabaseErrorKind>> = {
  // Connection exceptions. PgBouncer reports all its own errors as 08P01.
  '08': 'lost',
  // A read-only server: after a failover this connection leads to the standby, a new one to the primary.
  '25006': 'lost',
  // Idle-in-transaction and transaction timeouts, which end the session.
  '25P03': 'lost',
  '25P04': 'lost',
  // Failed logins and missing databases, while passwords are rotated or a backup is restored.
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
/** Errors of the driver have no code. */
const DRIVER_TEXT =
  /connection terminated|connection timeout|timeout exceeded when trying to connect|^timeout expired$|query read timeout|client has encountered a connection error|client was closed and is not queryable|cannot use a pool after calling end/i;

/**
 * Classifies temporary database errors, following causes; undefined for other errors. Any failure to connect counts, whatever its code
 * (EAGAIN: the queue of a stopped server is full). File errors never do: codes they share with sockets (ENOENT) count only for the right
 * system call.
 */
export function classifyDatabaseError(error: unknown): DatabaseErrorKind | undefined {
  for (let inner = error, depth = 0; inner instanceof Error && depth < 5; inner = inner.cause, depth += 1) {
    const kind = kindOf(inner);
    if (kind !== undefined) return kind;
  }
  return undefined;
}

/** Returns the 503 or 507 error for a temporary database error; undefined for other errors. */
export function databaseProblem(error: unknown): AppError | undefined {
  const kind = classifyDatabaseError(error);
  if (kind === undefined) return undefined;
  return kind === 'full' ? diskFull(error) : unavailable('database_unavailable', 5, error);
}

function kindOf(error: Error): DatabaseErrorKind | undefined {
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  if (typeof code === 'string') {
    const known = [5, 3, 2].map((length) => code.length === 5 && SQLSTATE_KINDS[code.slice(0, length)]).find(Boolean);
    if (known) return known;
    if (SYSTEM_CODES.has(code) || syscall === 'connect' || syscall === 'getaddrinfo') return 'lost';
  }
  if (DRIVER_TEXT.test(error.message)) return 'lost';
  return error instanceof AggregateError ? error.errors.map((each) => classifyDatabaseError(each)).find(Boolean) : undefined;
}

const UNIQUE_VIOLATION = '23505';
/** Unique or foreign key violations (the same record was just added, or the parent was removed), serialization failures, deadlocks. */
const CONFLICT_CODES = new Set<unknown>([UNIQUE_VIOLATION, '23503', '40001', '40P01']);

/** Whether the error is a violation of a unique key. */
export function isUniqueViolation(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === UNIQUE_VIOLATION;
}

/**
 * Whether the error is a concurrent change by someone else. Known conflicts are checked before; this is for races between check and write.
 */
export function isDatabaseConflict(error: unknown): boolean {
  return error instanceof Error && CONFLICT_CODES.has((error as { code?: unknown }).code);
}

/** The error for the loser of a race. */
export function conflict(cause: unknown): AppError {
  return new AppError(409, 'conflict', 'Someone else changed this at the same time. Reload and try again.', {
    cause,
  });
}

/** Returns a problem body (RFC 9457), media type `application/problem+json`. */
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
