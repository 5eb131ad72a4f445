/** Server-sent events (HTML Living Standard, 9.2). */
import type { Context } from 'hono';
import { type AppEnv, getRequestContext } from './request-context.ts';

export type EventStream = {
  /** Sends an event with JSON data. Closes the stream when the client has stopped reading. */
  send(event: string, data: unknown): void;
  /** Sends a comment, so that proxies keep the connection open. */
  beat(): void;
  /** Closes the stream. Idempotent. */
  end(): void;
};

/** Events buffered for a slow client. */
const MAX_BUFFERED = 100;

/** Opens a stream as the response to a request, which no longer counts towards the load limit. `onEnd` is called once. */
export function openEventStream(c: Context<AppEnv>, onEnd: () => void): { stream: EventStream; answer: Response } {
  const encoder = new TextEncoder();
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const write = (text: string): void => {
    if (controller === undefined) return;
    if ((controller.desiredSize ?? 0) <= 0) stream.end();
    else controller.enqueue(encoder.encode(text));
  };
  const stream: EventStream = {
    send: (event, data) => write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
    beat: () => write(':\n\n'),
    end() {
      const open = controller;
      controller = undefined;
      if (open === undefined) return;
      open.close();
      onEnd();
    },
  };
  const body = new ReadableStream<Uint8Array>(
    {
      start(opened) {
        controller = opened;
      },
      cancel() {
        if (controller === undefined) return;
        controller = undefined;
        onEnd();
      },
    },
    { highWaterMark: MAX_BUFFERED },
  );
  getRequestContext(c).excludeFromLoad();
  const headers = { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store, no-transform', 'X-Accel-Buffering': 'no' };
  return { stream, answer: new Response(body, { headers }) };
}
