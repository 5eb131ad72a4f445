import { WebSocket } from 'ws';
import type { ClientMessage, ServerMessage } from '#src/api-client/realtime-protocol.ts';
import { createGuards } from '#src/features/accounts/guards.ts';
import { broadcastEndpoint } from '#src/features/realtime/broadcast-endpoint.ts';
import { type ChannelRule, createHub } from '#src/features/realtime/realtime.ts';
import { createSocketServer } from '#src/features/realtime/socket-server.ts';
import { listenForNotices } from '#src/platform/db/listen.ts';
import { endpointRoutes } from '#src/platform/http/endpoint.ts';
import { createTestApp, ORIGIN } from './create-test-app.ts';
import { silent, type TestDatabase } from './database.ts';

/** A server with the realtime WebSocket, and clients of it. */

type ProcessOptions = { rules: readonly ChannelRule[]; heartbeatMs?: number };

/** Opens a server as another process would: with its own hub and connection to the database. */
export async function openRealtimeServer(database: TestDatabase, { rules, heartbeatMs = 30_000 }: ProcessOptions) {
  const log = { ...silent };
  const hub = createHub({
    ...{ db: database.db, rules, log, heartbeatMs },
    listen: (...asked) => listenForNotices(database.url, ...asked, log),
  });
  const guards = createGuards({ db: database.db, publicUrl: ORIGIN });
  const sockets = createSocketServer({ hub, publicUrl: ORIGIN, identify: guards.identify, heartbeatMs });
  const server = await createTestApp({
    database,
    server: { webSocket: { path: '/api/v1/realtime', accept: sockets.accept } },
    mount: (site) => {
      site.route('/api/v1', endpointRoutes([broadcastEndpoint({ db: database.db, hub })], guards.editor));
    },
  }).listen();
  const url = `ws://127.0.0.1:${server.port}/api/v1/realtime`;
  return {
    ...{ hub, server, url },
    connect: (visitor: Visitor = {}) => openRealtimeClient(url, visitor),
    async close(): Promise<void> {
      await hub.close();
      await server.close();
    },
  };
}

export type Visitor = { cookie?: string | undefined; origin?: string; headers?: Record<string, string> };
type Message<Type extends ServerMessage['type']> = Extract<ServerMessage, { type: Type }>;
export type RealtimeClient = Awaited<ReturnType<typeof openRealtimeClient>>;

/** Opens a WebSocket as a page of the site does. Rejects with the status of a refused handshake. */
export async function openRealtimeClient(url: string, { cookie, origin = ORIGIN, headers = {} }: Visitor = {}) {
  const socket = new WebSocket(url, { headers: { origin, ...(cookie && { cookie }), ...headers } });
  const received: ServerMessage[] = [];
  let wake = (): void => {};
  socket.on('message', (data) => {
    received.push(JSON.parse(String(data)) as ServerMessage);
    wake();
  });
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  void closed.then(() => wake());
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('unexpected-response', (_, response) => reject(new Error(`${response.statusCode}`)));
    socket.once('error', reject);
  });
  return {
    ...{ socket, received, closed },
    send: (message: ClientMessage) => socket.send(JSON.stringify(message)),
    join: (channel: string) => socket.send(JSON.stringify({ type: 'join', channel })),
    /** Returns the next message of a type that matches; skips others. Rejects when the connection ends first. */
    async next<Type extends ServerMessage['type']>(
      type: Type,
      matches: (message: Message<Type>) => boolean = () => true,
    ): Promise<Message<Type>> {
      for (;;) {
        const at = received.findIndex((message) => message.type === type && matches(message as Message<Type>));
        if (at >= 0) return received.splice(0, at + 1).at(-1) as Message<Type>;
        if (socket.readyState === socket.CLOSED) throw new Error(`The connection ended before ${type}.`);
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    close(): void {
      socket.close();
    },
  };
}
