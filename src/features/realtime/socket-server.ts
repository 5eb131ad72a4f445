/** The WebSocket endpoint (RFC 6455): accepts connections, limits them, and passes their messages to the hub. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { z } from 'zod';
import {
  CLOSE,
  type ClientMessage,
  HEARTBEAT_MS,
  type Json,
  MAX_DATA_BYTES,
  MAX_MESSAGE_BYTES,
  type ServerMessage,
} from '#src/api-client/realtime-protocol.ts';
import type { Guards } from '#src/features/accounts/accounts.ts';
import { AppError, unavailable } from '#src/platform/errors.ts';
import { createOriginCheck } from '#src/platform/http/same-origin.ts';
import { clientSubnet } from '#src/platform/rate-limit/client-subnet.ts';
import { errorMessage } from './notices.ts';
import type { ChannelUser, Connection, Hub } from './realtime.ts';

/** Connections of this process, and of one network: a school has one address. */
const MAX_CONNECTIONS = 12_000;
const MAX_PER_NETWORK = 400;
/** What may wait for a client that does not read. */
const MAX_BUFFERED_BYTES = 512 * 1024;
/** Messages that a client may send at once, and per second in the long run. */
const BURST = 60;
const RATE_PER_SECOND = 20;
/** Messages beyond the rate before the connection is closed. */
const MAX_REJECTED = 100;
/** A closing handshake that takes longer is cut off. */
const CLOSE_TIMEOUT_MS = 1_000;

type SocketServerDeps = {
  hub: Hub;
  publicUrl: string;
  identify: Guards['identify'];
  heartbeatMs?: number;
};

/** Where a request for a WebSocket comes from. */
export type UpgradeRequest = { request: IncomingMessage; socket: Duplex; head: Buffer; clientAddress: string };

export type SocketServer = ReturnType<typeof createSocketServer>;

export function createSocketServer({ hub, publicUrl, identify, heartbeatMs = HEARTBEAT_MS }: SocketServerDeps) {
  const server = new WebSocketServer({ noServer: true, clientTracking: false, perMessageDeflate: false, maxPayload: MAX_MESSAGE_BYTES });
  const networks = new Map<string, number>();
  const isOwnOrigin = createOriginCheck(publicUrl);

  return { accept };

  /** Completes the handshake. @throws AppError 400, 401, 429 or 503, to be sent as the response */
  async function accept({ request, socket, head, clientAddress }: UpgradeRequest): Promise<void> {
    const network = clientSubnet(clientAddress);
    if (hub.size() >= MAX_CONNECTIONS) throw unavailable('too_many_connections', 10);
    const count = networks.get(network) ?? 0;
    if (count >= MAX_PER_NETWORK)
      throw new AppError(429, 'too_many_connections', 'Too many connections from your network.', { headers: { 'Retry-After': '60' } });
    networks.set(network, count + 1);
    // Also when the handshake fails, or the client goes away before its end.
    socket.once('close', () => {
      const left = (networks.get(network) ?? 1) - 1;
      if (left > 0) networks.set(network, left);
      else networks.delete(network);
    });
    const { authorization, cookie, origin } = request.headers;
    // Browsers send cookies from pages of other sites, too: those are guests.
    const find = identify({ ...(authorization && { authorization }), ...(cookie && isOwnOrigin(origin) && { cookie }) });
    const user = await find();
    if (authorization !== undefined && user === null) throw new AppError(401, 'bad_key', 'This key is unknown, expired or revoked.');
    if (hub.isClosed()) throw unavailable('stopping', 2);
    if (socket.destroyed) return;
    server.handleUpgrade(request, socket, head, (client) => serve(client, user, find));
  }

  function serve(client: WebSocket, user: ChannelUser, find: () => Promise<ChannelUser>): void {
    const send = (message: ServerMessage): void => {
      if (client.readyState !== client.OPEN) return;
      if (client.bufferedAmount > MAX_BUFFERED_BYTES) client.terminate();
      else client.send(JSON.stringify(message));
    };
    const close = (code: number, reason: string): void => {
      client.close(code, reason);
      setTimeout(() => client.terminate(), CLOSE_TIMEOUT_MS).unref();
    };
    const connection = hub.connect({ user, identify: find, send, close: (reason) => close(CLOSE[reason], reason) });
    const mayReceive = createBudget();
    let isAlive = true;
    const heartbeat = setInterval(() => {
      if (!isAlive) return client.terminate();
      isAlive = false;
      client.ping();
    }, heartbeatMs).unref();
    client.on('pong', () => {
      isAlive = true;
    });
    // Also after protocol errors, too large messages and broken connections: `close` follows.
    client.on('error', () => {});
    client.on('close', () => {
      clearInterval(heartbeat);
      connection.end();
    });
    let turn = Promise.resolve();
    client.on('message', (data, isBinary) => {
      isAlive = true;
      const budget = mayReceive();
      if (budget === 'exhausted') return close(CLOSE.tooMany, 'tooMany');
      if (budget === 'reject') return send(errorMessage('too_many', 'Too many messages. Please slow down.'));
      const message = isBinary ? undefined : parseMessage(String(data));
      if (message === undefined) return send(errorMessage('bad_message', 'The message is malformed.'));
      if (message.type === 'ping') return send({ type: 'pong' });
      if ('data' in message && Buffer.byteLength(JSON.stringify(message.data)) > MAX_DATA_BYTES)
        return send(errorMessage('too_large', `Data may have at most ${MAX_DATA_BYTES} bytes.`, message.channel));
      // One after another, in the order of arrival.
      turn = turn.then(() =>
        receive(connection, message).catch(() => send(errorMessage('unavailable', 'Not available at the moment.', message.channel))),
      );
    });
  }
}

async function receive(connection: Connection, message: Exclude<ClientMessage, { type: 'ping' }>): Promise<void> {
  const { channel } = message;
  switch (message.type) {
    case 'join':
      return connection.join(channel, message.data, message.token);
    case 'leave':
      return connection.leave(channel);
    case 'presence':
      return connection.setPresence(channel, message.data);
    case 'broadcast':
      return connection.broadcast(channel, message.event, message.data);
  }
}

/** Returns a function that counts a message of a client: a token bucket. */
function createBudget(): () => 'accept' | 'reject' | 'exhausted' {
  let tokens = BURST;
  let last = performance.now();
  let rejected = 0;
  return () => {
    const now = performance.now();
    tokens = Math.min(BURST, tokens + ((now - last) / 1000) * RATE_PER_SECOND);
    last = now;
    if (tokens >= 1) {
      tokens -= 1;
      return 'accept';
    }
    rejected += 1;
    return rejected > MAX_REJECTED ? 'exhausted' : 'reject';
  };
}

export const ChannelName = z.string().regex(/^[a-z][a-z-]{0,30}(:[A-Za-z0-9_-]{1,64}){0,2}$/, 'Unknown channel.');
export const EventName = z.string().regex(/^[a-z][a-z_-]{0,39}$/, 'Use up to 40 small letters, "_" and "-".');
const Data = z.json() as z.ZodType<Json>;
const Token = z.string().regex(/^[A-Za-z0-9_-]{20,64}$/);
const Message = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('join'), channel: ChannelName, data: Data.optional(), token: Token.optional() }),
  z.strictObject({ type: z.literal('leave'), channel: ChannelName }),
  z.strictObject({ type: z.literal('presence'), channel: ChannelName, data: Data }),
  z.strictObject({ type: z.literal('broadcast'), channel: ChannelName, event: EventName, data: Data }),
  z.strictObject({ type: z.literal('ping') }),
]);

/** Returns undefined for an invalid message. */
function parseMessage(text: string): ClientMessage | undefined {
  try {
    return Message.safeParse(JSON.parse(text)).data as ClientMessage | undefined;
  } catch {
    return undefined;
  }
}
