/** Sends the requests of webhooks, to public addresses only. */
import dns from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { findUrlProblem, isPublicAddress } from './allowed-address.ts';

const TIMEOUT_MS = 15_000;
/** Of the response, for the log. */
const MAX_RESPONSE_BYTES = 300;

type Address = { address: string; family: number };
export type ResolveHost = (hostname: string) => Promise<Address[]>;

type SenderOptions = {
  /** Also sends to private addresses and over HTTP. */
  allowPrivate: boolean;
  /** Default: the resolver of the system. */
  resolve?: ResolveHost;
  timeoutMs?: number;
};

type OutgoingRequest = {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** Aborted when the process stops. */
  signal?: AbortSignal;
};

/** `status`: null without a response; then `error` says why. `text`: the start of the response. */
export type SendResult = { status: number | null; text: string; error: string; durationMs: number };
export type SendRequest = (request: OutgoingRequest) => Promise<SendResult>;

/** Returns why a request failed, as a sentence; empty for a success, which is any 2xx. */
export function failureOf({ status, error }: SendResult): string {
  if (status !== null && status >= 200 && status < 300) return '';
  return error || `The receiver answered ${status}.`;
}

/** Returns a function that posts JSON and follows no redirects. It throws only when its signal is aborted. */
export function createSender({ allowPrivate, resolve = resolveHost, timeoutMs = TIMEOUT_MS }: SenderOptions): SendRequest {
  return async ({ url, headers, body, signal: stop }) => {
    const start = performance.now();
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = stop === undefined ? timeout : AbortSignal.any([stop, timeout]);
    try {
      const addresses = await findAddresses(url, { allowPrivate, resolve, signal });
      const response = await post(url, { headers, body, addresses, signal });
      return { ...response, error: '', durationMs: Math.round(performance.now() - start) };
    } catch (error) {
      if (stop?.aborted) throw error;
      const reason = timeout.aborted ? `No response within ${timeoutMs / 1000} seconds.` : describeError(error);
      return { status: null, text: '', error: reason, durationMs: Math.round(performance.now() - start) };
    }
  };
}

class RefusedError extends Error {}

type FindOptions = Required<Pick<SenderOptions, 'allowPrivate' | 'resolve'>> & { signal: AbortSignal };

/**
 * Resolves the host of a URL once. The connection is made to these addresses, so that a second answer of the DNS, which could be private,
 * does not count. One private address is enough to refuse.
 */
async function findAddresses(url: string, { allowPrivate, resolve, signal }: FindOptions): Promise<Address[]> {
  // Stored before the setting was changed.
  const problem = findUrlProblem(url, { allowPrivate });
  if (problem !== undefined) throw new RefusedError(`The URL is not allowed: ${problem}.`);
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  const family = isIP(host);
  const addresses = family === 0 ? await orAbort(resolve(host), signal) : [{ address: host, family }];
  const refused = allowPrivate ? undefined : addresses.find(({ address }) => !isPublicAddress(address));
  if (refused !== undefined) throw new RefusedError('The host has a private address, which is not allowed.');
  if (addresses.length === 0) throw new RefusedError('The host has no address.');
  return addresses;
}

function resolveHost(hostname: string): Promise<Address[]> {
  return dns.lookup(hostname, { all: true });
}

/** The DNS cannot be aborted, but nobody waits for it any longer. */
function orAbort<Value>(value: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    value.then(resolve, reject);
  });
}

type PostOptions = { headers: Record<string, string>; body: string; addresses: Address[]; signal: AbortSignal };

function post(url: string, { headers, body, addresses, signal }: PostOptions): Promise<{ status: number; text: string }> {
  const lookup: LookupFunction = (_, { all }, callback) => {
    const [first] = addresses;
    if (all) callback(null, addresses);
    else callback(null, first?.address ?? '', first?.family);
  };
  const { request } = url.startsWith('https:') ? https : http;
  return new Promise((resolve, reject) => {
    // A connection of its own, as one that is kept may lead to another address.
    const sent = request(url, { method: 'POST', agent: false, lookup, signal, headers: { ...headers, 'accept-encoding': 'identity' } });
    sent.on('error', reject);
    sent.on('response', (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      const finish = () => {
        sent.destroy();
        resolve({ status: response.statusCode ?? 0, text: toText(Buffer.concat(chunks)) });
      };
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        size += chunk.length;
        if (size >= MAX_RESPONSE_BYTES) finish();
      });
      // The status counts even if the rest is late or missing.
      response.on('end', finish);
      response.on('error', finish);
      sent.off('error', reject).on('error', finish);
    });
    sent.end(body);
  });
}

function toText(bytes: Buffer): string {
  const text = bytes.subarray(0, MAX_RESPONSE_BYTES).toString('utf8');
  return text.replace(/[^\P{Cc}\n\t]/gu, ' ').trim();
}

const REASONS: Record<string, string> = {
  ENOTFOUND: 'The host was not found.',
  EAI_AGAIN: 'The host could not be looked up.',
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: 'The connection was closed without a response.',
};

/** Returns a sentence without parts of the URL. */
function describeError(error: unknown): string {
  if (error instanceof RefusedError) return error.message;
  const inner = error instanceof AggregateError ? error.errors[0] : error;
  const code = String((inner as { code?: unknown } | null)?.code ?? 'unknown');
  return REASONS[code] ?? `The connection failed (${code.slice(0, 100)}).`;
}
