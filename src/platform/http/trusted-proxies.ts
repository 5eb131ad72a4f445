/** Who the reader is behind the proxies that configuration names. Nobody else's X-Forwarded-* is read. */
import { BlockList, isIP } from 'node:net';

export type TrustedProxies = {
  trusts(address: string | undefined): boolean;
  /** The nearest address that is not a trusted proxy. `forwardedFor` is the header as received. */
  clientAddress(remote: string | undefined, forwardedFor: string | undefined): string;
};

/** `networks`: addresses or CIDR networks, checked by the configuration. */
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

/** `192.0.2.1:443`, `[2001:db8::1]:443` and `[2001:db8::1]`, as some proxies write them. */
function withoutPort(hop: string): string {
  return /^(\d+\.\d+\.\d+\.\d+)(?::\d{1,5})?$/.exec(hop)?.[1] ?? /^\[([^\]]*)\](?::\d{1,5})?$/.exec(hop)?.[1] ?? hop;
}

/** `::ffff:10.0.0.1` is the IPv4 address that it carries. */
function plainAddress(address: string): string {
  return /^::ffff:\d+\.\d+\.\d+\.\d+$/i.test(address) ? address.slice(7) : address;
}
