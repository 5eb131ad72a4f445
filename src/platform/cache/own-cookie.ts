/** Cookies of ours: whoever sends one is not served from the shared pages. Other people's cookies say nothing to us. */

const OWN = /(?:^|;)\s*(?:__Host-|__Secure-)?talewood[^=;]*=/i;

/**
 * True when the Cookie header holds a cookie whose name begins with `talewood`. All our cookies do, but one: `known_device`
 * stays for a year after signing out, changes no page, and would keep those readers from the shared pages for as long.
 */
export function hasOwnCookie(header: string | undefined): boolean {
  return header !== undefined && OWN.test(header);
}
