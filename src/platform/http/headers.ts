/** The headers that every answer carries, whatever its status: pages, errors, files. */

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  // The silence that plays along with a voice, so that the keys for media work: made in the browser, from no address.
  'media-src blob:',
  // Letters are looked at in a frame: they bring styles of their own. All else refuses to be framed.
  "frame-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "object-src 'none'",
].join('; ');

const REFUSED_FEATURES = ['camera', 'microphone', 'geolocation', 'payment', 'usb', 'browsing-topics', 'display-capture', 'serial', 'midi'];

export type Constant = readonly (readonly [string, string])[];

/** HSTS is sent only when the public address is https. */
export function securityHeaders(publicUrl: URL): Constant {
  const headers: [string, string][] = [
    ['Content-Security-Policy', POLICY],
    ['X-Content-Type-Options', 'nosniff'],
    ['Referrer-Policy', 'strict-origin-when-cross-origin'],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ['Cross-Origin-Resource-Policy', 'same-origin'],
    ['Permissions-Policy', REFUSED_FEATURES.map((name) => `${name}=()`).join(', ')],
    ['X-Frame-Options', 'DENY'],
  ];
  if (publicUrl.protocol === 'https:') headers.push(['Strict-Transport-Security', 'max-age=31536000; includeSubDomains']);
  return headers;
}
