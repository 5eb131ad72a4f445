import { isIP } from 'node:net';

/**
 * The network that an address counts for: an IPv4 address by itself (also when it is written as IPv6), of IPv6 the /64 that
 * one household or server has to itself. All addresses that cannot be read count as one.
 */
export function networkOf(address: string): string {
  const plain = address.trim().split('%', 1)[0] ?? '';
  if (isIP(plain) === 4) return plain;
  if (isIP(plain) !== 6) return 'unknown';
  const groups = groupsOf(plain);
  const [high = 0, low = 0] = groups.slice(6);
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) {
    return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  }
  const network = groups.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}

/** The eight groups of a valid IPv6 address (RFC 4291, 2.2), as numbers. */
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
