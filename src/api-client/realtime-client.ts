/** The browser's connection to the realtime WebSocket: one for each page, open while a channel is used. */
import { urls } from '#src/urls.ts';
import { onAuthChange } from './current-user.ts';
import {
  CLOSE,
  type ClientMessage,
  HEARTBEAT_MS,
  type Json,
  type LeftCode,
  type Person,
  RECONNECT_DELAYS_MS,
  type ServerMessage,
  TIMEOUT_MS,
} from './realtime-protocol.ts';

export type ChannelHandlers = {
  /** In the channel, for the first time or again. Earlier events may have been missed: fetch what they would have told. `me`: own id. */
  onJoined?(state: unknown, me: string): void;
  onEvent?(event: string, data: unknown, from: string | undefined): void;
  onPeople?(people: readonly Person[]): void;
  /** The connection is lost and will be tried again. */
  onDisconnect?(): void;
  /** Refused, or access has ended. No more calls. */
  onLeft?(code: LeftCode, message: string): void;
};

export type Channel = {
  leave(): void;
  /** Sends an event. Returns false when not connected. */
  broadcast(event: string, data: Json): boolean;
  /** Changes what others see of this member, now and after reconnecting. */
  setPresence(data: Json): void;
};

/** `data`: what others see of this member. `token`: a secret by which the channel knows a guest again. */
type Membership = { data?: Json; token?: string };
type Joined = { handlers: ChannelHandlers; data: Json; token: string | undefined; me: string | null };

/** For tests. */
type ClientOptions = {
  open?: (url: string) => WebSocket;
  delays?: readonly number[];
  heartbeatMs?: number;
  timeoutMs?: number;
  lingerMs?: number;
};

export function createRealtimeClient({
  open = (url) => new WebSocket(url),
  delays = RECONNECT_DELAYS_MS,
  heartbeatMs = HEARTBEAT_MS,
  timeoutMs = TIMEOUT_MS,
  lingerMs = 5_000,
}: ClientOptions = {}) {
  const channels = new Map<string, Joined>();
  let socket: WebSocket | undefined;
  let failures = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let heartbeat: ReturnType<typeof setInterval> | undefined;
  let deadline: ReturnType<typeof setTimeout> | undefined;
  let isSuspended = false;

  return { join, lose, suspend, resume };

  /** Joins a channel, which the page joins once only. */
  function join(channel: string, handlers: ChannelHandlers, { data = null, token }: Membership = {}): Channel {
    const joined: Joined = { handlers, data, token, me: null };
    channels.set(channel, joined);
    if (socket?.readyState === WebSocket.OPEN) sendJoin(channel, joined);
    else connect();
    return {
      leave() {
        if (channels.get(channel) !== joined) return;
        channels.delete(channel);
        send({ type: 'leave', channel });
        // The next page may join another one.
        setTimeout(() => channels.size === 0 && disconnect(), lingerMs);
      },
      broadcast: (event, payload) => joined.me !== null && send({ type: 'broadcast', channel, event, data: payload }),
      setPresence(payload) {
        joined.data = payload;
        if (joined.me !== null) send({ type: 'presence', channel, data: payload });
      },
    };
  }

  function sendJoin(channel: string, { data, token }: Joined): void {
    send({ type: 'join', channel, data, ...(token !== undefined && { token }) });
  }

  function send(message: ClientMessage): boolean {
    if (socket?.readyState !== WebSocket.OPEN) return false;
    socket.send(JSON.stringify(message));
    return true;
  }

  function connect(): void {
    if (socket !== undefined || isSuspended || channels.size === 0) return;
    clearTimeout(retry);
    const url = new URL(urls.api('/realtime'), location.href);
    url.protocol = url.protocol.replace('http', 'ws');
    const next = open(url.href);
    socket = next;
    expectAnswer();
    next.onopen = () => {
      clearTimeout(deadline);
      heartbeat = setInterval(() => {
        send({ type: 'ping' });
        expectAnswer();
      }, heartbeatMs);
      for (const [channel, joined] of channels) sendJoin(channel, joined);
    };
    next.onmessage = ({ data }) => {
      clearTimeout(deadline);
      failures = 0;
      receive(JSON.parse(String(data)) as ServerMessage);
    };
    next.onclose = ({ code }) => onClose(next, code);
  }

  /** A connection without an answer in time is closed, without waiting for its closing handshake. */
  function expectAnswer(): void {
    clearTimeout(deadline);
    const current = socket;
    deadline = setTimeout(() => {
      current?.close();
      if (current !== undefined) onClose(current);
    }, timeoutMs);
  }

  function onClose(closed: WebSocket, code?: number): void {
    if (closed !== socket) return;
    disconnect();
    for (const joined of channels.values()) {
      if (joined.me !== null) joined.handlers.onDisconnect?.();
      joined.me = null;
    }
    if (code === CLOSE.signedOut) {
      const left = [...channels.values()];
      channels.clear();
      for (const { handlers } of left) handlers.onLeft?.('signed_out', 'Please log in again');
      return;
    }
    const delay = delays[Math.min(failures, delays.length - 1)] ?? 0;
    failures += 1;
    // Up to a fifth longer, so that the clients of a restarted server do not all come at once.
    retry = setTimeout(connect, delay * (1 + Math.random() / 5));
  }

  function disconnect(): void {
    const old = socket;
    socket = undefined;
    clearInterval(heartbeat);
    clearTimeout(deadline);
    clearTimeout(retry);
    old?.close();
  }

  function receive(message: ServerMessage): void {
    if (message.type === 'pong' || message.type === 'error') return;
    const joined = channels.get(message.channel);
    if (joined === undefined) return;
    const { handlers } = joined;
    if (message.type === 'joined') {
      joined.me = message.me;
      handlers.onJoined?.(message.state, message.me);
    } else if (message.type === 'event') handlers.onEvent?.(message.event, message.data, message.from);
    else if (message.type === 'people') handlers.onPeople?.(message.people);
    else if (message.code === 'unavailable') rejoinLater(message.channel);
    else {
      channels.delete(message.channel);
      handlers.onLeft?.(message.code, message.message);
    }
  }

  function rejoinLater(channel: string): void {
    const joined = channels.get(channel);
    setTimeout(() => {
      if (joined !== undefined && channels.get(channel) === joined) sendJoin(channel, joined);
    }, delays.at(-1));
  }

  /** The connection is of no use, although nothing tells so yet: the device is offline, or the user has logged in again. */
  function lose(): void {
    if (socket !== undefined) onClose(socket);
  }

  /** Closes the connection of a page that the browser keeps for going back, which an open one would prevent. */
  function suspend(): void {
    isSuspended = true;
    disconnect();
    for (const joined of channels.values()) joined.me = null;
  }

  /** Connects at once, such as when the page is shown or the network is back. */
  function resume(): void {
    isSuspended = false;
    failures = 0;
    // An attempt from before may hang.
    if (socket?.readyState === WebSocket.CONNECTING) disconnect();
    connect();
  }
}

let client: ReturnType<typeof createRealtimeClient> | undefined;

/** Joins a channel for as long as it is not left. Reconnects by itself. A page joins each channel once. */
export function joinChannel(channel: string, handlers: ChannelHandlers, membership?: Membership): Channel {
  if (client === undefined) {
    const created = createRealtimeClient();
    client = created;
    addEventListener('pagehide', created.suspend);
    addEventListener('pageshow', created.resume);
    addEventListener('offline', created.lose);
    addEventListener('online', created.resume);
    // A connection belongs to the session that opened it.
    onAuthChange(({ status }, before) => status === 'in' && before.status === 'out' && created.lose());
  }
  return client.join(channel, handlers, membership);
}
