import { domainToASCII } from 'node:url';

const LONGEST_BYTES = 254;
const LONGEST_LOCAL = 64;
/** RFC 5322 "dot-atom", in ASCII. */
const LOCAL = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
/** Two labels at least, as RFC 1035 says, and no number at the end: that would be an IP address. */
const HOST = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])$/;
/** What a typed host may hold: ASCII of host names, and letters of all languages, which IDNA maps. */
const TYPED_HOST = /^(?:[A-Za-z0-9.-]|[^\p{ASCII}])+$/u;

/**
 * Reads one bare mail address, strictly: local part in ASCII, without quotes or comments; host in letters of any language
 * (IDNA, UTS 46). Returns the form that everything else works with (host in lower-case ASCII, 254 bytes at most), or undefined.
 * Mail programs disagree about the finer grammar of RFC 5322, and on such disagreement mails went to strangers
 *: what they could read in two ways is no address here.
 */
export function parseMailAddress(text: string): string | undefined {
  const [local = '', typedHost = '', ...rest] = text.split('@');
  if (rest.length > 0 || local.length > LONGEST_LOCAL || !LOCAL.test(local)) return undefined;
  if (typedHost.length > LONGEST_BYTES || !TYPED_HOST.test(typedHost)) return undefined;
  const host = domainToASCII(typedHost);
  const address = `${local}@${host}`;
  return HOST.test(host) && address.length <= LONGEST_BYTES ? address : undefined;
}
