import { expect, test } from 'vitest';
import { hasSiteCookie } from '#src/platform/cache/serve-page.ts';
import { isKnownDevice, knownDeviceCookie } from './known-devices.ts';

const SITE = { publicUrl: 'https://tales.example', secret: 'a secret of the test, long enough for all' };
const NOW = Date.UTC(2026, 10, 21);
const DAY = 24 * 60 * 60 * 1000;
const known = (before = '', email = 'gerda@tales.example', now = NOW) => knownDeviceCookie(before, email, SITE, now).split(';')[0] ?? '';

test('the cookie is bound to this host, hidden from scripts, valid for a year, and does not reveal the account', () => {
  const cookie = knownDeviceCookie(undefined, 'gerda@tales.example', SITE, NOW);
  expect(cookie).toMatch(/^__Host-known_device=[\w-]+; Path=\/; Max-Age=31536000; SameSite=Lax; HttpOnly; Secure$/);
  expect(cookie).not.toContain('gerda');
  expect(knownDeviceCookie(undefined, 'gerda@tales.example', { ...SITE, publicUrl: 'http://localhost:3000' }, NOW)).toMatch(
    /^known_device=/,
  );
});

test('the cookie does not bypass the shared page cache', () => {
  expect(hasSiteCookie(known())).toBe(false);
});

test.each([
  ['the same account', 'gerda@tales.example', 0, true],
  ['another spelling of its address', ' GERDA@tales.example', 0, true],
  ['another account', 'kai@tales.example', 0, false],
  ['a day before it expires', 'gerda@tales.example', 364 * DAY, true],
  ['after a year', 'gerda@tales.example', 365 * DAY, false],
  ['a clock set back by an hour', 'gerda@tales.example', -DAY / 24, true],
  ['a clock before it was issued', 'gerda@tales.example', -DAY, false],
])('for %s', (_, email, later, expected) => {
  expect(isKnownDevice(known(), email, SITE, NOW + later)).toBe(expected);
});

test('marks cannot be forged, moved, extended or duplicated', () => {
  const mark = known().slice('__Host-known_device='.length);
  const [seconds = '', signature = ''] = [mark.slice(0, 10), mark.slice(11)];
  const forged = [
    `__Host-known_device=${Number(seconds) + 1}-${signature}`,
    `__Host-known_device=${seconds}-${'A'.repeat(43)}`,
    `__Host-known_device=${seconds}-`,
    `__Host-known_device=${mark}A`,
    `__Host-known_device=1${mark}`,
    `known_device=${mark}`,
    `__Host-known_device=${mark}; __Host-known_device=${mark}`,
    '__Host-known_device=',
    `__Host-known_device=${'.'.repeat(10_000)}`,
    '',
  ];
  for (const cookie of forged) expect(isKnownDevice(cookie, 'gerda@tales.example', SITE, NOW)).toBe(false);
  expect(isKnownDevice(known(), 'gerda@tales.example', { ...SITE, secret: 'another secret, as long as the first one' }, NOW)).toBe(false);
});

test('four accounts can share a browser; the oldest is dropped', () => {
  const five = ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}@tales.example`);
  const cookie = five.reduce((before, email, n) => known(before, email, NOW + n * 1000), '');
  expect(five.map((email) => isKnownDevice(cookie, email, SITE, NOW + DAY))).toEqual([false, true, true, true, true]);
  const again = known(cookie, 'b@tales.example', NOW + DAY);
  expect(again.split('.')).toHaveLength(4);
});
