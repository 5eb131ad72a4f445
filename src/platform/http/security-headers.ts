const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  // Attached recordings; and silent audio that plays with speech so that media keys work, a blob made in the browser.
  "media-src 'self' blob:",
  // Newsletter issues are previewed in a frame, because they have their own styles.
  "frame-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "object-src 'none'",
].join('; ');

const DENIED_FEATURES = ['camera', 'microphone', 'geolocation', 'payment', 'usb', 'browsing-topics', 'display-capture', 'serial', 'midi'];

export type HeaderList = readonly (readonly [string, string])[];

/** Those that browsers read only with documents and workers: half a KB for each file of a page. */
const DOCUMENT_HEADERS = ['Content-Security-Policy', 'Cross-Origin-Opener-Policy', 'Permissions-Policy', 'X-Frame-Options'];
/** Types that are never a document. SVG can be one, and scripts can be workers. */
const PARTS = /^(?:text\/css|font\/|image\/(?:avif|webp|png|jpeg))/;

/** Returns the headers that matter with a Content-Type. */
export function headersFor(type: string, headers: HeaderList): HeaderList {
  return PARTS.test(type) ? headers.filter(([name]) => !DOCUMENT_HEADERS.includes(name)) : headers;
}

/** Returns the headers of every response. HSTS only for a public https URL. */
export function securityHeaders(publicUrl: URL): HeaderList {
  const headers: [string, string][] = [
    ['Content-Security-Policy', POLICY],
    ['X-Content-Type-Options', 'nosniff'],
    ['Referrer-Policy', 'strict-origin-when-cross-origin'],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ['Cross-Origin-Resource-Policy', 'same-origin'],
    ['Permissions-Policy', DENIED_FEATURES.map((name) => `${name}=()`).join(', ')],
    ['X-Frame-Options', 'DENY'],
  ];
  if (publicUrl.protocol === 'https:') headers.push(['Strict-Transport-Security', 'max-age=31536000; includeSubDomains']);
  return headers;
}
