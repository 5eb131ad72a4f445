/** The cookie of a session. Over https its name binds it to this host, path and encryption (RFC 6265bis, `__Host-`). */

export type SessionCookie = { name: string; isSecure: boolean };

export function sessionCookie(publicUrl: string): SessionCookie {
  const isSecure = publicUrl.startsWith('https:');
  return { name: isSecure ? '__Host-talewood_session' : 'talewood_session', isSecure };
}

/**
 * The token in a Cookie header; undefined when there is none, or more than one, of which one was planted. The signature
 * behind it is better-auth's: a token of 256 random bits needs none.
 */
export function readToken(header: string | undefined, { name }: SessionCookie): string | undefined {
  const values = (header ?? '').split(';').flatMap((pair) => {
    const [key = '', ...rest] = pair.split('=');
    return key.trim() === name ? [rest.join('=').trim()] : [];
  });
  const token = values.length === 1 ? values[0]?.split(/\.|%2e/i)[0] : undefined;
  return token !== undefined && /^[A-Za-z0-9_-]{43}$/.test(token) ? token : undefined;
}
