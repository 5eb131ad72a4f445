/** Which URLs and addresses webhooks may reach. Anything in a private network could be attacked through the server (SSRF). */
import { BlockList, isIP } from 'node:net';

const IPV4_PRIVATE = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.168.0.0/16'],
  // IETF protocols, documentation, former 6to4 relays, benchmarks.
  ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  // Multicast, reserved, broadcast.
  ...['224.0.0.0/4', '240.0.0.0/4'],
  // Public, but answers only inside Azure.
  '168.63.129.16/32',
];
/** Addresses of IPv6 that are allowed: the global ones. All others are local, mapped, translated or reserved. */
const IPV6_GLOBAL = '2000::/3';
/** Within them: IETF protocols with Teredo, documentation, 6to4, which contains an IPv4 address. */
const IPV6_RESERVED = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const blocked = listOf([...IPV4_PRIVATE, ...IPV6_RESERVED]);
const globalIpv6 = listOf([IPV6_GLOBAL]);

/** Whether an IP address is public. False for anything that is no address, or has a zone. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !blocked.check(address, 'ipv4');
  return family === 6 && !address.includes('%') && globalIpv6.check(address, 'ipv6') && !blocked.check(address, 'ipv6');
}

const MAX_URL = 2000;
/** Ports below it belong to other services. */
const FIRST_FREE_PORT = 1024;

/** Returns what is wrong with the URL of a webhook, as a sentence for its field; undefined if it may be used. */
export function findUrlProblem(text: string, { allowPrivate }: { allowPrivate: boolean }): string | undefined {
  if (text.length > MAX_URL) return `Must be ${MAX_URL} characters or fewer`;
  if (!URL.canParse(text)) return 'Must be a complete URL, such as https://example.org/hook';
  const { protocol, username, password, hash, port, hostname } = new URL(text);
  if (protocol !== 'https:' && !(allowPrivate && protocol === 'http:')) return 'Must start with https://';
  if (username !== '' || password !== '') return 'Must not contain a user name or password';
  if (hash !== '') return 'Must not contain a fragment (#)';
  if (allowPrivate) return undefined;
  if (port !== '' && Number(port) < FIRST_FREE_PORT) return 'The port must be 443, or 1024 or higher';
  const address = hostname.replace(/^\[|\]$/g, '');
  if (isIP(address) !== 0 && !isPublicAddress(address)) return 'Must be a public address';
  if (/(^|\.)(localhost|local|internal)\.?$/.test(hostname)) return 'Must be a public host';
  return undefined;
}

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    list.addSubnet(address, Number(prefix), isIP(address) === 4 ? 'ipv4' : 'ipv6');
  }
  return list;
}
