/** The log: JSON lines with UTC times on standard output, secrets taken out by the name of their field. `detail`: there Postgres quotes rows. */
import fs from 'node:fs';
import { format } from 'node:util';
import pino from 'pino';

export type Log = pino.Logger;

type LogOptions = {
  level?: string;
  /** Where the lines go; standard output by default. Given by tests. */
  destination?: pino.DestinationStream;
};

const FLUSH_EVERY_MS = 500;
const BUFFER_BYTES = 32 * 1024;
const MAX_DEPTH = 5;
const MASK = '[hidden]';
const SECRET_NAME =
  /^(proxy-)?authorization$|^(set-)?cookie$|password|passphrase|token|secret|^detail$|api_?key|database_?(replica_)?urls?$|smtp_?url$/i;
const CREDENTIALS_IN_ADDRESS = /(\b[a-z][a-z0-9+.-]*:\/\/)[^\s/@]+@/gi;

/**
 * Opens the log. Lines are gathered and written every half second or 16 KB, at once for errors, and at exit.
 * `flush` writes what is gathered now.
 */
export function createLog(options: LogOptions = {}): { log: Log; flush: () => void } {
  const own = options.destination === undefined ? openOutput() : undefined;
  const log = pino(
    {
      level: options.level ?? 'info',
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }), log: (fields) => hideSecrets(fields) as Record<string, unknown> },
      serializers: { err: describeError },
      hooks: {
        logMethod(args, method, level) {
          const shown = args.map((arg) => (typeof arg === 'string' ? hideCredentials(arg) : arg));
          // Without words of ours pino takes those of the error as they are.
          const words = shown.length === 1 ? messageOf(shown[0]) : '';
          if (words !== '') shown.push(hideCredentials(words));
          method.apply(this, shown as Parameters<typeof method>);
          if (level >= 50) own?.flush();
        },
      },
    },
    own?.stream ?? (options.destination as pino.DestinationStream),
  );
  return { log, flush: () => own?.flush() };
}

const CONSOLE_LEVELS = { error: 'warn', warn: 'warn', trace: 'warn', log: 'info', info: 'info', debug: 'debug' } as const;

/** Sends what libraries print by themselves into the log, one line each: graphile-worker traces the errors of its workers. Returns what undoes it. */
export function captureConsole(log: Log): () => void {
  const before = { ...console };
  for (const [name, level] of Object.entries(CONSOLE_LEVELS)) {
    Object.assign(console, {
      [name]: (...printed: unknown[]) => {
        const err = printed.find((each) => each instanceof Error);
        const text = format(...printed.map((each) => (each instanceof Error ? each.message : each)));
        log[level]({ event: 'console', ...(err && { err }) }, text);
      },
    });
  }
  return () => void Object.assign(console, before);
}

/** The stream a log writes to, for callers that make whole lines themselves. */
export function streamOf(log: Log): pino.DestinationStream {
  return (log as unknown as Record<symbol, pino.DestinationStream>)[pino.symbols.streamSym] as pino.DestinationStream;
}

/** A copy without the values of secret fields, to a depth of five. Errors keep their kind. */
function hideSecrets(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return hideCredentials(value);
  if (value === null || typeof value !== 'object' || value instanceof Error || value instanceof Date) return value;
  if (depth >= MAX_DEPTH) return '[deep]';
  if (Array.isArray(value)) return value.map((item) => hideSecrets(item, depth + 1));
  const shown: Record<string, unknown> = {};
  for (const [name, item] of Object.entries(value)) {
    shown[name] = SECRET_NAME.test(name) ? MASK : hideSecrets(item, depth + 1);
  }
  return shown;
}

function openOutput(): { stream: pino.DestinationStream; flush: () => void } {
  const output = pino.destination({ fd: 1, sync: false, minLength: BUFFER_BYTES, maxWrite: 4 * BUFFER_BYTES });
  // Lines are handed over when there is enough to write: one by one they cost three times as much, a fifth of answering a cached page.
  let gathered = '';
  const handOver = () => {
    const text = gathered;
    gathered = '';
    if (text !== '') output.write(text);
  };
  const write = (line: string) => {
    gathered += line;
    if (gathered.length >= BUFFER_BYTES) handOver();
  };
  const flush = () => {
    handOver();
    output.flush();
  };
  // A reader of our output that goes away must not end the site.
  output.on('error', () => {});
  setInterval(flush, FLUSH_EVERY_MS).unref();
  // Ahead of pino's own flush at the end.
  process.prependListener('beforeExit', handOver);
  process.prependListener('exit', giveUpOnFailedWrites);
  process.on('exit', () => {
    try {
      handOver();
      output.flushSync();
    } catch {
      // Not open yet, or closed already: there is nobody left to tell.
    }
  });
  return { stream: { write }, flush };
}

/**
 * For the last flush alone: sonic-boom 4.2.1 tries for ever to write what nobody reads any more, and the process would
 * never end. A write that fails for good counts as done.
 */
function giveUpOnFailedWrites(): void {
  const write = fs.writeSync as (fd: number, data: string | Uint8Array, ...rest: unknown[]) => number;
  fs.writeSync = ((fd: number, data: string | Uint8Array, ...rest: unknown[]) => {
    try {
      return write(fd, data, ...rest);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EAGAIN') throw error;
      return Buffer.byteLength(data);
    }
  }) as typeof fs.writeSync;
}

function hideCredentials(text: string): string {
  return text.includes('@') ? text.replace(CREDENTIALS_IN_ADDRESS, `$1${MASK}@`) : text;
}

function messageOf(fields: unknown): string {
  const error = fields instanceof Error ? fields : (fields as { err?: unknown } | null | undefined)?.err;
  return error instanceof Error ? error.message : '';
}

function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return hideSecrets(error);
  return hideSecrets({ ...pino.stdSerializers.errWithCause(error) });
}
