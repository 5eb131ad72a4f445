import { isIP } from 'node:net';

/**
 * Returns the networks that an address is rate-limited by, the narrowest first. An IPv4 address is one network, also when embedded in IPv6:
 * IPv4-mapped (RFC 4291), NAT64 (RFC 6052), 6to4 (RFC 3056), Teredo (RFC 4380). Other IPv6 addresses have a /64, /56 and /48: providers
 * assign one of these to a household or server. All unreadable addresses share one network.
 */
export function subnetsOf(address: string): [string, ...string[]] {
  const plain = address.trim().split('%', 1)[0] ?? '';
  if (isIP(plain) === 4) return [plain];
  if (isIP(plain) !== 6) return ['unknown'];
  const groups = groupsOf(plain);
  const embedded = embeddedIpv4(groups);
  if (embedded !== undefined) return [embedded];
  const [a = 0, b = 0, c = 0, d = 0] = groups;
  return [prefix([a, b, c, d], 64), prefix([a, b, c, d & 0xff00], 56), prefix([a, b, c], 48)];
}

/** Returns the narrowest network of an address. */
export function clientSubnet(address: string): string {
  return subnetsOf(address)[0];
}

/** Returns the widest network of an address, for shared resources: many small networks of one owner must not get a share each. */
export function widestSubnet(address: string): string {
  return subnetsOf(address).at(-1) ?? 'unknown';
}

function embeddedIpv4(groups: readonly number[]): string | undefined {
  const begins = (...start: number[]) => start.every((group, at) => groups[at] === group);
  const [, second = 0, third = 0] = groups;
  const [high = 0, low = 0] = groups.slice(6);
  if (begins(0, 0, 0, 0, 0, 0xffff) || begins(0x64, 0xff9b, 0, 0, 0, 0)) return ipv4(high, low);
  if (begins(0x2002)) return ipv4(second, third);
  // Teredo inverts the bits of the client's address.
  if (begins(0x2001, 0)) return ipv4(high ^ 0xffff, low ^ 0xffff);
  return undefined;
}

function ipv4(high: number, low: number): string {
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

function prefix(groups: readonly number[], length: number): string {
  return `${groups.map((group) => group.toString(16)).join(':')}::/${length}`;
}

/** Returns the eight groups of a valid IPv6 address (RFC 4291, 2.2) as numbers. */
function groupsOf(address: string): number[] {
  const [head = [], tail] = address.split('::').map(readGroups);
  if (tail === undefined) return head;
  return [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail];
}

function readGroups(text: string): number[] {
  return text.split(':').flatMap((group) => {
    if (group === '') return [];
    if (!group.includes('.')) return [Number.parseInt(group, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
    return [a * 256 + b, c * 256 + d];
  });
}
