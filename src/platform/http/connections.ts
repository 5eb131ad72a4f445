/** What the server knows of each open connection. */
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { TrustedProxies } from './trusted-proxies.ts';

type Connection = {
  /** The other end is a proxy that configuration names. */
  readonly isTrusted: boolean;
  /** The answer to the latest request. */
  last: ServerResponse | undefined;
  requests: number;
  /** Nothing that still arrives is looked at. */
  isRefused: boolean;
};

export type Connections = { of(socket: Socket): Connection | undefined; sockets(): Iterable<Socket> };

export function trackConnections(server: Server, proxies: TrustedProxies): Connections {
  const open = new Map<Socket, Connection>();
  server.on('connection', (socket: Socket) => {
    open.set(socket, { isTrusted: proxies.trusts(socket.remoteAddress), last: undefined, requests: 0, isRefused: false });
    socket.once('close', () => open.delete(socket));
  });
  // The map's keys are asked for anew at each look, so connections that come later are seen too.
  return { of: (socket) => open.get(socket), sockets: () => open.keys() };
}
