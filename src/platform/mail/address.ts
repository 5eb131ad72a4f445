import { domainToASCII } from 'node:url';

const MAX_BYTES = 254;
const MAX_LOCAL = 64;
/** An ASCII dot-atom (RFC 5322). */
const LOCAL = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
/** At least two labels (RFC 1035); a numeric last label would be an IP address. */
const HOST = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])$/;
/** Input for a host: ASCII host characters, and letters of all languages, which IDNA maps. */
const TYPED_HOST = /^(?:[A-Za-z0-9.-]|[^\p{ASCII}])+$/u;

/**
 * Parses one bare email address strictly: an ASCII local part without quotes or comments, a host in any language (IDNA, UTS 46). Returns
 * the canonical form (host in lower-case ASCII, at most 254 bytes) or undefined. Mail programs disagree about the finer grammar of RFC
 * 5322, and such disagreements have delivered emails to strangers: ambiguous addresses are invalid.
 */
export function parseEmailAddress(text: string): string | undefined {
  const [local = '', typedHost = '', ...rest] = text.split('@');
  if (rest.length > 0 || local.length > MAX_LOCAL || !LOCAL.test(local)) return undefined;
  if (typedHost.length > MAX_BYTES || !TYPED_HOST.test(typedHost)) return undefined;
  const host = domainToASCII(typedHost);
  const address = `${local}@${host}`;
  return HOST.test(host) && address.length <= MAX_BYTES ? address : undefined;
}
