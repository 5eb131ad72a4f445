/** Browser requests with timeouts. */

/** Timeout of a response and of each further part of it, ms. */
export const TIMEOUT_MS = 10_000;
/** For writes, which may wait for others. */
export const WRITE_TIMEOUT_MS = 20_000;
/** For files and slow operations. */
export const LONG_TIMEOUT_MS = 60_000;

/** Responses with these statuses have no body. */
const EMPTY = new Set([204, 205, 304]);

type Init = RequestInit & { timeoutMs?: number };

/**
 * `fetch` that fails with a TimeoutError when no data arrives for `timeoutMs`. A large response may take longer as long as data arrives.
 */
export async function timedFetch(address: string, { timeoutMs = TIMEOUT_MS, signal, ...init }: Init = {}): Promise<Response> {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => clearTimeout(timer);
  const watch = () => {
    stop();
    timer = setTimeout(() => controller.abort(timeoutError()), timeoutMs);
  };
  // AbortSignal.any is too new.
  const abort = () => {
    stop();
    controller.abort(signal?.reason);
  };
  if (signal?.aborted) abort();
  else signal?.addEventListener('abort', abort, { once: true });
  watch();
  try {
    const response = await fetch(address, { ...init, signal: controller.signal });
    // Chromium gives an empty body to responses that cannot have one.
    if (!response.body || EMPTY.has(response.status)) {
      stop();
      return response;
    }
    watch();
    const watched = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, output) {
        watch();
        output.enqueue(chunk);
      },
      flush: stop,
    });
    const { status, statusText, headers } = response;
    return new Response(response.body.pipeThrough(watched), { status, statusText, headers });
  } catch (error) {
    stop();
    throw error;
  }
}

/** Returns a signal that aborts after a fixed time, or with another signal, for responses that must stay as `fetch` returns them. */
export function endAfter(timeoutMs: number, signal?: AbortSignal): AbortSignal {
  const timeout = AbortSignal.timeout(timeoutMs);
  if (signal === undefined) return timeout;
  const controller = new AbortController();
  for (const each of [signal, timeout]) {
    if (each.aborted) controller.abort(each.reason);
    each.addEventListener('abort', () => controller.abort(each.reason), { once: true });
  }
  return controller.signal;
}

export function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError';
}

function timeoutError(): DOMException {
  return new DOMException('The request timed out.', 'TimeoutError');
}
