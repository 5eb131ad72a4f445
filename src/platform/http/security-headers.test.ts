import { expect, test } from 'vitest';
import { headersFor, securityHeaders } from './security-headers.ts';

const headersOf = (url: string): Record<string, string> => Object.fromEntries(securityHeaders(new URL(url)));

test('scripts, styles, fonts and requests come from the site alone, and nothing may frame or be embedded', () => {
  const policy = new Map(
    headersOf('http://localhost')
      ['Content-Security-Policy']?.split('; ')
      .map((directive) => {
        const [name, ...sources] = directive.split(' ');
        return [name, sources];
      }),
  );
  for (const own of ['script-src', 'style-src', 'font-src', 'connect-src', 'frame-src', 'manifest-src', 'worker-src', 'form-action'])
    expect(policy.get(own), own).toEqual(["'self'"]);
  for (const none of ['default-src', 'base-uri', 'frame-ancestors', 'object-src']) expect(policy.get(none), none).toEqual(["'none'"]);
  expect(policy.get('img-src')).toEqual(["'self'", 'data:']);
  expect(policy.get('media-src')).toEqual(["'self'", 'blob:']);
});

test('browsers neither guess types nor send full addresses, and isolate the site', () => {
  expect(headersOf('http://localhost')).toMatchObject({
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'X-Frame-Options': 'DENY',
  });
});

test('styles, fonts and photographs go without the headers of documents', () => {
  const names = (type: string) => headersFor(type, securityHeaders(new URL('http://localhost'))).map(([name]) => name);
  const parts = ['X-Content-Type-Options', 'Referrer-Policy', 'Cross-Origin-Resource-Policy'];
  for (const type of ['text/css; charset=utf-8', 'font/woff2', 'image/avif', 'image/webp', 'image/png', 'image/jpeg'])
    expect(names(type), type).toEqual(parts);
  for (const type of ['text/html; charset=utf-8', 'image/svg+xml; charset=utf-8', 'text/javascript; charset=utf-8', 'application/pdf', ''])
    expect(names(type), type).toContain('Content-Security-Policy');
});

test('device features are denied', () => {
  const denied = headersOf('http://localhost')['Permissions-Policy']?.split(', ');
  expect(denied).toEqual(
    expect.arrayContaining(['camera=()', 'microphone=()', 'geolocation=()', 'payment=()', 'usb=()', 'serial=()', 'midi=()']),
  );
  expect(denied).toEqual(expect.arrayContaining(['browsing-topics=()', 'display-capture=()']));
});

test('only a public https URL has HSTS, for a year and its subdomains', () => {
  expect(headersOf('https://tales.example')['Strict-Transport-Security']).toBe('max-age=31536000; includeSubDomains');
  expect(headersOf('http://tales.example')).not.toHaveProperty('Strict-Transport-Security');
});
