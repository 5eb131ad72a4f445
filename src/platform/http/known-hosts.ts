/** Which Host headers are ours. The public address comes from configuration and never from this header. */
import { isIP } from 'node:net';

const HOST = /^(?:[a-z0-9](?:[a-z0-9._-]*[a-z0-9_-])?\.?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;
const HOME_NETWORK = /^[a-z0-9_-]+$|\.(?:local|localhost|lan|home|internal|home\.arpa|test)$/;
const ALWAYS = new Set(['localhost', '127.0.0.1', '[::1]']);
const REMEMBERED = 1_000;

export type HostVerdict = 'ours' | 'unknown' | 'malformed';

/**
 * Makes the check. With `publicHost` (PUBLIC_URL was set) only that name and this machine's own are ours, at any port.
 * Without it the site is being tried out: addresses, names without a dot and those of home networks are ours too, public
 * names are not, so that a page elsewhere cannot rebind its name to a site on this network.
 */
export function createHostCheck(publicHost: string | undefined): (host: string | undefined) => HostVerdict {
  const verdicts = new Map<string, HostVerdict>();
  return (host) => {
    if (host === undefined) return 'malformed';
    const known = verdicts.get(host);
    if (known !== undefined) return known;
    const verdict = judge(host, publicHost?.toLowerCase());
    if (verdicts.size >= REMEMBERED) verdicts.clear();
    if (host.length <= 255) verdicts.set(host, verdict);
    return verdict;
  };
}

function judge(host: string, publicHost: string | undefined): HostVerdict {
  if (host.length > 255 || !HOST.test(host) || !URL.canParse(`http://${host}`)) return 'malformed';
  const name = host.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '');
  if (ALWAYS.has(name) || name === publicHost) return 'ours';
  if (publicHost !== undefined) return 'unknown';
  return isIP(name) === 4 || name.startsWith('[') || HOME_NETWORK.test(name) ? 'ours' : 'unknown';
}
