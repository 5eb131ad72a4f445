import type { Server, ServerResponse } from 'node:http';
import { BlockList, isIP, type Socket } from 'node:net';
import type { z } from 'zod';

type Connection = {
  /** The peer is a configured proxy. */
  readonly isTrusted: boolean;
  /** The response to the latest request. */
  last: ServerResponse | undefined;
  requests: number;
  /** Further requests on this connection are ignored. */
  isRejected: boolean;
};

export type Connections = { of(socket: Socket): Connection | undefined; sockets(): Iterable<Socket> };

export function trackConnections(server: Server, proxies: TrustedProxies): Connections {
  const open = new Map<Socket, Connection>();
  server.on('connection', (socket: Socket) => {
    open.set(socket, { isTrusted: proxies.trusts(socket.remoteAddress), last: undefined, requests: 0, isRejected: false });
    socket.once('close', () => open.delete(socket));
  });
  // Evaluated at each call, so that later connections are included.
  return { of: (socket) => open.get(socket), sockets: () => open.keys() };
}

export type TrustedProxies = {
  trusts(address: string | undefined): boolean;
  /** The client's address: the nearest one that is not a trusted proxy. `forwardedFor`: the header as received. */
  clientAddress(remote: string | undefined, forwardedFor: string | undefined): string;
};

/** Only proxies in `networks` (addresses or CIDR networks, validated by the configuration) may set X-Forwarded-* headers. */
export function createTrustedProxies(networks: readonly string[]): TrustedProxies {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  const trusts = (address: string | undefined): boolean => {
    if (networks.length === 0 || address === undefined) return false;
    const plain = plainAddress(address);
    const version = isIP(plain);
    return version !== 0 && list.check(plain, version === 6 ? 'ipv6' : 'ipv4');
  };
  return {
    trusts,
    clientAddress(remote, forwardedFor) {
      let nearest = plainAddress(remote ?? '');
      if (forwardedFor === undefined || !trusts(nearest)) return nearest;
      for (const hop of forwardedFor.split(',').reverse()) {
        const address = plainAddress(withoutPort(hop.trim()));
        if (isIP(address) === 0) break;
        nearest = address;
        if (!trusts(address)) break;
      }
      return nearest;
    },
  };
}

/** Removes ports and brackets, which some proxies add: `192.0.2.1:443`, `[2001:db8::1]:443`. */
function withoutPort(hop: string): string {
  return /^(\d+\.\d+\.\d+\.\d+)(?::\d{1,5})?$/.exec(hop)?.[1] ?? /^\[([^\]]*)\](?::\d{1,5})?$/.exec(hop)?.[1] ?? hop;
}

/** Converts an IPv4-mapped IPv6 address to IPv4. */
function plainAddress(address: string): string {
  return /^::ffff:\d+\.\d+\.\d+\.\d+$/i.test(address) ? address.slice(7) : address;
}

/** Parses TRUSTED_PROXIES, "10.0.0.0/8, ::1". Invalid parts are errors instead of being ignored. */
export function networks(text: string, context: z.RefinementCtx): readonly string[] {
  const list = text.split(',').flatMap((part) => part.trim() || []);
  for (const part of list.filter((part) => !isNetwork(part))) {
    context.addIssue({
      code: 'custom',
      message: `must be a comma-separated list of IP addresses or networks, for example 10.0.0.0/8; "${part}" is neither`,
    });
  }
  return list;
}

function isNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  if (prefix === undefined) return true;
  if (!/^\d{1,3}$/.test(prefix)) return false;
  try {
    new BlockList().addSubnet(address, Number(prefix), family === 4 ? 'ipv4' : 'ipv6');
    return true;
  } catch {
    return false;
  }
}
