import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchTale } from './use-presence.ts';

/** A fake server and fake timers. */

type Stream = { say(event: string, data: unknown): void; raw(text: string): void; end(): void; break(): void; signal: AbortSignal | null };

let answers: (number | 'offline' | 'silent')[] = [];
let streams: Stream[] = [];
let asked = 0;
const heard: unknown[] = [];
let stop = (): void => {};

beforeEach(() => {
  vi.useFakeTimers();
  [answers, streams, asked, heard.length] = [[], [], 0, 0];
  vi.stubGlobal('fetch', async (_: string, { signal = null }: RequestInit = {}) => {
    asked += 1;
    const answer = answers.shift() ?? 200;
    if (answer === 'offline') throw new TypeError('Failed to fetch');
    if (answer === 'silent') return new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
    return answer === 200 ? new Response(openStream(signal)) : new Response('{}', { status: answer });
  });
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

function openStream(signal: AbortSignal | null): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    start(controller) {
      const raw = (text: string) => controller.enqueue(encoder.encode(text));
      signal?.addEventListener('abort', () => controller.error(signal.reason));
      streams.push({
        ...{ raw, signal },
        say: (event, data) => raw(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
        end: () => controller.close(),
        break: () => controller.error(new TypeError('network')),
      });
    },
  });
}

function watch(): void {
  stop = watchTale('a', {
    onPeople: ({ people }) => heard.push(people.map(({ name }) => name)),
    onSaved: ({ version }) => heard.push(version),
    onDisconnect: () => heard.push('lost'),
  });
}

/** Runs pending tasks and advances the clock by `ms`. */
const pass = (ms = 0) => vi.advanceTimersByTimeAsync(ms);
const person = (name: string) => ({ name, since: '', is_me: false });

test('reports editors and saved versions, across chunks and heartbeats', async () => {
  watch();
  await pass();
  streams[0]?.say('saved', { version: 3, edited_by: null, is_me: false });
  streams[0]?.raw(':\n\nevent: people\nda');
  streams[0]?.raw(`ta: {"people":[${JSON.stringify(person('Kay'))}]}\n`);
  streams[0]?.raw('\n');
  streams[0]?.say('saved', { version: 4, edited_by: 'Kay', is_me: false });
  await pass();
  expect(heard, 'the version that was there is no news').toEqual([['Kay'], 4]);
});

test('reconnects after 1, 2, 5 and 10 seconds, and starts over after an event', async () => {
  answers = ['offline', 503, 429, 'offline', 'offline'];
  watch();
  await pass();
  for (const [tries, ms] of [1_000, 2_000, 5_000, 10_000, 10_000].entries()) {
    await pass(ms - 1);
    expect([tries, asked]).toEqual([tries, tries + 1]);
    await pass(1);
    expect([tries, asked]).toEqual([tries, tries + 2]);
  }
  streams[0]?.say('people', { people: [] });
  await pass();
  streams[0]?.break();
  await pass(1_000);
  expect(asked).toBe(7);
});

test.each([401, 403, 404])('refused with %i it gives up', async (status) => {
  answers = [status];
  watch();
  await pass(120_000);
  expect([asked, heard]).toEqual([1, []]);
});

test('reports versions saved while disconnected', async () => {
  watch();
  await pass();
  streams[0]?.say('saved', { version: 3, edited_by: null, is_me: false });
  await pass();
  streams[0]?.end();
  await pass(1_000);
  streams[1]?.say('saved', { version: 5, edited_by: 'Kay', is_me: false });
  await pass();
  expect(heard).toEqual(['lost', 5]);
});

test('times out after 10 s without response and 75 s of silence', async () => {
  answers = ['silent'];
  watch();
  await pass(10_000);
  await pass(1_000);
  expect(asked).toBe(2);
  streams[0]?.raw(':\n\n');
  await pass(74_000);
  expect(asked).toBe(2);
  await pass(1_000);
  expect(asked).toBe(2);
  await pass(2_000);
  expect(asked).toBe(3);
});

test('stopping ends the connection without reconnecting', async () => {
  watch();
  await pass();
  stop();
  await pass(60_000);
  expect([asked, streams[0]?.signal?.aborted, heard]).toEqual([1, true, []]);
});
