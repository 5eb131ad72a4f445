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

const UNAVAILABLE_CODES = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EPIPE', 'EHOSTUNREACH', 'ENETUNREACH'],
  // Postgres: shut down, crashed, starting, too many connections, statement or lock timeout, disk full.
  ...['57P01', '57P02', '57P03', '57P05', '53300', '57014', '55P03', '53100', '53200'],
]);
const UNAVAILABLE_TEXT =
  /connection terminated|connection timeout|timeout exceeded when trying to connect|client has encountered a connection error/i;

/**
 * True for errors of the driver that say "not now": database away, starting, full, too slow. File errors are never meant:
 * they share a code (ENOENT), which counts only when it comes from connecting to a socket.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (let inner = error, depth = 0; inner instanceof Error && depth < 5; inner = inner.cause, depth += 1) {
    const { code, syscall } = inner as { code?: unknown; syscall?: unknown };
    if (typeof code === 'string') {
      if (UNAVAILABLE_CODES.has(code) && (code !== 'ENOENT' || syscall === 'connect')) return true;
      if (/^08[0-9A-Z]{3}$/.test(code)) return true;
    }
    if (UNAVAILABLE_TEXT.test(inner.message)) return true;
    if (inner instanceof AggregateError && inner.errors.some((each) => isDatabaseUnavailable(each))) return true;
  }
  return false;
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
