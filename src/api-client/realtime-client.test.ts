import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Channel, createRealtimeClient } from './realtime-client.ts';
import type { ClientMessage, ServerMessage } from './realtime-protocol.ts';

/** A fake WebSocket and fake timers. */

class FakeSocket {
  onopen = () => {};
  onmessage = (_: { data: string }) => {};
  onclose = (_: { code: number }) => {};
  readyState: number = WebSocket.CONNECTING;
  sent: ClientMessage[] = [];
  send(text: string): void {
    this.sent.push(JSON.parse(text) as ClientMessage);
  }
  close(): void {
    this.readyState = WebSocket.CLOSED;
  }
  open(): void {
    this.readyState = WebSocket.OPEN;
    this.onopen();
  }
  say(message: ServerMessage): void {
    this.onmessage({ data: JSON.stringify(message) });
  }
  lose(code = 1006): void {
    this.readyState = WebSocket.CLOSED;
    this.onclose({ code });
  }
}

let sockets: FakeSocket[] = [];
let heard: unknown[] = [];
let client: ReturnType<typeof createRealtimeClient>;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0);
  vi.stubGlobal('location', { href: 'https://tales.example/tale/rapunzel' });
  [sockets, heard] = [[], []];
  client = createRealtimeClient({
    open: (url) => {
      expect(url).toBe('wss://tales.example/api/v1/realtime');
      sockets.push(new FakeSocket());
      return sockets.at(-1) as unknown as WebSocket;
    },
  });
});
afterEach(() => vi.useRealTimers());

const last = () => sockets.at(-1) as FakeSocket;

function joinRoom(channel = 'room:a'): Channel {
  return client.join(
    channel,
    {
      onJoined: (state, me) => heard.push(['joined', state, me]),
      onEvent: (event, data, from) => heard.push([event, data, from]),
      onPeople: (people) => heard.push(people.length),
      onDisconnect: () => heard.push('lost'),
      onLeft: (code) => heard.push(code),
    },
    { data: 'fox' },
  );
}

function joined(channel = 'room:a', state: unknown = 1): ServerMessage {
  return { type: 'joined', channel, me: 'm', state };
}

test('joins over one connection, and reports what the channel sends', () => {
  joinRoom();
  joinRoom('room:b');
  expect(sockets).toHaveLength(1);
  last().open();
  expect(last().sent).toEqual(['a', 'b'].map((name) => ({ type: 'join', channel: `room:${name}`, data: 'fox' })));
  last().say(joined());
  last().say({ type: 'people', channel: 'room:a', people: [] });
  last().say({ type: 'event', channel: 'room:b', event: 'page', data: 7, from: 'x' });
  last().say({ type: 'event', channel: 'room:c', event: 'page', data: 8 });
  expect(heard).toEqual([['joined', 1, 'm'], 0, ['page', 7, 'x']]);
});

test('sends when joined only', () => {
  const room = joinRoom();
  expect(room.broadcast('wave', 1)).toBe(false);
  last().open();
  last().say(joined());
  expect(room.broadcast('wave', 1)).toBe(true);
  room.setPresence('owl');
  expect(last().sent.slice(1)).toEqual([
    { type: 'broadcast', channel: 'room:a', event: 'wave', data: 1 },
    { type: 'presence', channel: 'room:a', data: 'owl' },
  ]);
});

test('reconnects after 1, 2, 5 and 10 seconds, joins again with the latest presence, and starts over after a message', () => {
  const room = joinRoom();
  last().open();
  last().say(joined());
  room.setPresence('owl');
  for (const [tries, ms] of [1_000, 2_000, 5_000, 10_000, 10_000].entries()) {
    last().lose();
    vi.advanceTimersByTime(ms - 1);
    expect([ms, sockets.length]).toEqual([ms, tries + 1]);
    vi.advanceTimersByTime(1);
    expect([ms, sockets.length]).toEqual([ms, tries + 2]);
  }
  expect(heard).toEqual([['joined', 1, 'm'], 'lost']);
  last().open();
  expect(last().sent).toEqual([{ type: 'join', channel: 'room:a', data: 'owl' }]);
  last().say(joined('room:a', 2));
  last().lose();
  vi.advanceTimersByTime(1_000);
  expect(sockets).toHaveLength(7);
});

test('times out after 10 s without connecting, and after a heartbeat without an answer', () => {
  joinRoom();
  vi.advanceTimersByTime(10_000);
  vi.advanceTimersByTime(1_000);
  expect(sockets).toHaveLength(2);
  last().open();
  last().say(joined());
  vi.advanceTimersByTime(30_000);
  expect(last().sent.at(-1)).toEqual({ type: 'ping' });
  last().say({ type: 'pong' });
  vi.advanceTimersByTime(30_000);
  vi.advanceTimersByTime(9_999);
  expect(heard).toEqual([['joined', 1, 'm']]);
  vi.advanceTimersByTime(1);
  expect(heard.at(-1)).toBe('lost');
  vi.advanceTimersByTime(1_000);
  expect(sockets).toHaveLength(3);
});

test('gives up a refused channel and an ended session, and tries an unavailable one again', () => {
  joinRoom();
  joinRoom('room:b');
  last().open();
  last().say({ type: 'left', channel: 'room:a', code: 'not_allowed', message: '' });
  last().say({ type: 'left', channel: 'room:b', code: 'unavailable', message: '' });
  vi.advanceTimersByTime(10_000);
  expect(last().sent.at(-1)).toMatchObject({ type: 'join', channel: 'room:b' });
  last().lose(4401);
  vi.advanceTimersByTime(60_000);
  expect([heard, sockets.length]).toEqual([['not_allowed', 'signed_out'], 1]);
});

test('is closed a while after the last channel is left, and while the page is kept for going back', () => {
  const room = joinRoom();
  last().open();
  room.leave();
  vi.advanceTimersByTime(1_000);
  const next = joinRoom('room:b');
  vi.advanceTimersByTime(10_000);
  expect([sockets.length, last().readyState]).toEqual([1, WebSocket.OPEN]);
  client.suspend();
  expect(last().readyState).toBe(WebSocket.CLOSED);
  vi.advanceTimersByTime(60_000);
  expect(sockets).toHaveLength(1);
  client.resume();
  expect(sockets).toHaveLength(2);
  next.leave();
  vi.advanceTimersByTime(5_000);
  expect(last().readyState).toBe(WebSocket.CLOSED);
});
