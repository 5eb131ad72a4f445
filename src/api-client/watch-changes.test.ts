import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ChannelHandlers } from './realtime-client.ts';
import { watchChanges } from './watch-changes.ts';

/** Fake timers, and a channel whose events the test sends. */

let visibility = 'visible';
let onVisible: Set<() => void>;
let channels: Map<string, ChannelHandlers>;
let ends: (() => void)[];
let asked: (string[] | null)[];
let answer: () => Promise<void>;

beforeEach(() => {
  vi.useFakeTimers();
  onVisible = new Set();
  channels = new Map();
  ends = [];
  asked = [];
  answer = async () => {};
  visibility = 'visible';
  vi.stubGlobal('document', {
    get visibilityState() {
      return visibility;
    },
    addEventListener: (_: string, listener: () => void) => onVisible.add(listener),
    removeEventListener: (_: string, listener: () => void) => onVisible.delete(listener),
  });
});
afterEach(() => {
  for (const end of ends) end();
  expect([channels.size, onVisible.size]).toEqual([0, 0]);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function watch(name = 'changes:tales'): ChannelHandlers {
  const join = (channel: string, handlers: ChannelHandlers) => {
    expect(channels.has(channel)).toBe(false);
    channels.set(channel, handlers);
    return { leave: () => void channels.delete(channel), broadcast: () => false, setPresence: () => {} };
  };
  const onChanged = (ids: ReadonlySet<string> | null) => {
    asked.push(ids === null ? null : [...ids]);
    return answer();
  };
  ends.push(watchChanges(name, onChanged, join));
  return channels.get(name) as ChannelHandlers;
}

const change = (channel: ChannelHandlers, ids: string[] | null) => channel.onEvent?.('changed', { ids }, undefined);
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** Joined, and asked for what may have been missed before. */
async function watchJoined(): Promise<ChannelHandlers> {
  const channel = watch();
  channel.onJoined?.(null, 'me');
  await wait(300);
  expect(asked.splice(0)).toEqual([null]);
  return channel;
}

test('changes that come together are fetched once, 300 ms after the first', async () => {
  const channel = await watchJoined();
  change(channel, ['a']);
  await wait(200);
  for (const id of ['b', 'a']) change(channel, [id]);
  await wait(99);
  expect(asked).toEqual([]);
  await wait(1);
  expect(asked).toEqual([['a', 'b']]);
  change(channel, ['c']);
  change(channel, null);
  await wait(300);
  expect(asked).toEqual([['a', 'b'], null]);
  await wait(60_000);
  expect(asked).toHaveLength(2);
});

test('steady changes are fetched every 300 ms, not only at their end', async () => {
  const channel = await watchJoined();
  for (let sent = 0; sent < 30; sent += 1) {
    change(channel, ['a']);
    await wait(100);
  }
  expect(asked.length).toBeGreaterThan(6);
});

test('one request runs at a time, and again if something changes meanwhile', async () => {
  const channel = await watchJoined();
  let finish = () => {};
  answer = () =>
    new Promise((resolve) => {
      finish = resolve;
    });
  change(channel, ['a']);
  await wait(300);
  change(channel, ['b']);
  change(channel, ['c']);
  await wait(5_000);
  expect(asked).toEqual([['a']]);
  finish();
  await wait(300);
  expect(asked).toEqual([['a'], ['b', 'c']]);
  finish();
});

test('a failed request is repeated, ever more slowly', async () => {
  const channel = await watchJoined();
  answer = () => Promise.reject(new Error('502'));
  change(channel, ['a']);
  await wait(300 + 2_000 + 4_000);
  expect(asked).toEqual([['a'], null, null]);
  answer = async () => {};
  await wait(8_000);
  expect(asked).toHaveLength(4);
  await wait(60_000);
  expect(asked).toHaveLength(4);
});

test('everything may have changed while the connection was lost; without one, it asks every 15 s', async () => {
  const channel = await watchJoined();
  channel.onDisconnect?.();
  await wait(30_500);
  expect(asked.splice(0)).toEqual([null, null]);
  channel.onJoined?.(null, 'me');
  await wait(300);
  expect(asked.splice(0)).toEqual([null]);
  await wait(60_000);
  expect(asked).toEqual([]);
});

test('a hidden page asks for nothing, and once when it is visible again', async () => {
  const channel = await watchJoined();
  visibility = 'hidden';
  change(channel, ['a']);
  await wait(60_000);
  expect(asked).toEqual([]);
  visibility = 'visible';
  for (const listener of onVisible) listener();
  await wait(300);
  expect(asked).toEqual([null]);
});

test('several lists share a channel, which is left with the last one', async () => {
  watch();
  watch();
  expect(channels.size).toBe(1);
  ends.shift()?.();
  expect(channels.size).toBe(1);
  channels.get('changes:tales')?.onJoined?.(null, 'me');
  await wait(300);
  expect(asked).toEqual([null]);
});

test('nothing is asked once the channel is refused', async () => {
  const channel = watch();
  channels.clear();
  channel.onLeft?.('not_allowed', '');
  await wait(60_000);
  expect(asked).toEqual([]);
});
