/** Server-sent events (HTML Living Standard, 9.2): an answer that goes on until one of both sides ends it. */
import type { Context } from 'hono';
import { type AppEnv, exchangeOf } from './exchange.ts';

export type EventStream = {
  /** Sends an event with its data as JSON. A reader that has stopped reading loses the stream. */
  send(event: string, data: unknown): void;
  /** Says nothing, so that what stands between does not take the connection for dead. */
  beat(): void;
  /** Ends it. Does nothing when it has ended. */
  end(): void;
};

/** Events that may wait for a slow reader. */
const MOST_WAITING = 100;

/** Opens a stream as the answer to a request. `onEnd` is called once, whoever ends it. It counts no longer as a request at work. */
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
    { highWaterMark: MOST_WAITING },
  );
  exchangeOf(c).rest();
  const headers = { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store, no-transform', 'X-Accel-Buffering': 'no' };
  return { stream, answer: new Response(body, { headers }) };
}
