/** Cookies as RFC 6265bis has them: reading the header of a request, writing the one of an answer. */

type NewCookie = {
  name: string;
  /** Of characters that a cookie may hold (no blanks, commas, semicolons). */
  value: string;
  /** Seconds; 0 removes the cookie. */
  maxAge: number;
  /** Only sent over https. */
  isSecure: boolean;
  /** Scripts of the page may read it. Only for what is no secret. */
  isReadable?: boolean;
};

/** A Set-Cookie header for the whole site, SameSite=Lax. */
export function writeCookie({ name, value, maxAge, isSecure, isReadable = false }: NewCookie): string {
  const secure = isSecure ? '; Secure' : '';
  return `${name}=${value}; Path=/; Max-Age=${maxAge}; SameSite=Lax${isReadable ? '' : '; HttpOnly'}${secure}`;
}

/** Every value that a Cookie header has for a name; several when one of them was planted. */
export function cookiesOf(header: string | undefined, name: string): string[] {
  return (header ?? '').split(';').flatMap((pair) => {
    const [key = '', ...rest] = pair.split('=');
    return key.trim() === name ? [rest.join('=').trim()] : [];
  });
}
