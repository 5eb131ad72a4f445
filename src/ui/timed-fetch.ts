/** Requests of the browser that never hang. */

/** How long to wait for an answer, or for its next part, before somebody is told. */
export const TIMEOUT_MS = 10_000;
/** For writes, which may wait for others. */
export const WRITE_TIMEOUT_MS = 20_000;
/** For files and for what the server needs long for. */
export const LONG_TIMEOUT_MS = 60_000;

/** Answers of these statuses have no body. */
const EMPTY = new Set([204, 205, 304]);

type Init = RequestInit & { timeoutMs?: number };

/**
 * `fetch` that fails with a TimeoutError when nothing comes for `timeoutMs`: no head of the answer, or no further part of its body. A large
 * answer may take as long as it likes while it comes. `signal` ends it as ever.
 */
export async function timedFetch(address: string, { timeoutMs = TIMEOUT_MS, signal, ...init }: Init = {}): Promise<Response> {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => clearTimeout(timer);
  const watch = () => {
    stop();
    timer = setTimeout(() => controller.abort(timeoutError()), timeoutMs);
  };
  // Not AbortSignal.any, which only newer browsers have.
  const abort = () => {
    stop();
    controller.abort(signal?.reason);
  };
  if (signal?.aborted) abort();
  else signal?.addEventListener('abort', abort, { once: true });
  watch();
  try {
    const answer = await fetch(address, { ...init, signal: controller.signal });
    // Chromium gives an empty body to an answer that can have none.
    if (!answer.body || EMPTY.has(answer.status)) {
      stop();
      return answer;
    }
    watch();
    const watched = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, output) {
        watch();
        output.enqueue(chunk);
      },
      flush: stop,
    });
    const { status, statusText, headers } = answer;
    return new Response(answer.body.pipeThrough(watched), { status, statusText, headers });
  } catch (error) {
    stop();
    throw error;
  }
}

/** A signal that ends a request after a fixed time, or when another signal does: for answers that must stay as `fetch` gives them. */
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
  return new DOMException('The site did not answer in time.', 'TimeoutError');
}
