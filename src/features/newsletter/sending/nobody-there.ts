import type { MailError } from '#src/platform/mail/transport.ts';

/**
 * RFC 3463, as far as it speaks of the address: no such mailbox, no such host, not an address, moved, a host that takes no mail at all;
 * and a mailbox that takes none any more. A server that refuses recipients without saying so in a status may only not know us.
 */
const NOBODY_THERE = /, 5\.(1\.(1|2|3|6|10)|2\.1)$/;

/** Whether a failure says that no mail will ever arrive at the address. */
export function isNobodyThere({ hindrance, message }: MailError): boolean {
  return hindrance === 'unknown recipient' && NOBODY_THERE.test(message);
}
