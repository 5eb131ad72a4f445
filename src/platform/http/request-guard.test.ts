import { expect, test } from 'vitest';
import { createHostCheck } from './request-guard.ts';

const configured = createHostCheck('Tales.example');
const trying = createHostCheck(undefined);

test.each(['tales.example', 'TALES.example:8443', 'tales.example.', 'localhost', 'localhost:3000', '127.0.0.1:1', '[::1]:3000'])(
  '%s is ours when the public address is tales.example',
  (host) => {
    expect(configured(host)).toBe('ours');
  },
);

test.each(['evil.example', 'tales.example.evil.example', 'x.tales.example', '192.168.1.5', 'nas'])('%s is then unknown', (host) => {
  expect(configured(host)).toBe('unknown');
});

test.each(['192.168.1.5:3000', '[fe80::1]:3000', 'nas', 'nas.local:3000', 'talewood.lan', 'site.test'])(
  '%s is ours while trying out',
  (host) => {
    expect(trying(host)).toBe('ours');
  },
);

test.each(['evil.example', '127.0.0.1.evil.example', 'localhost.evil.example', 'local.example'])(
  '%s is a public name, never ours while trying out',
  (host) => {
    expect(trying(host)).toBe('unknown');
  },
);

test.each([
  undefined,
  '',
  'a b',
  'a/b',
  'user@localhost',
  'localhost:99999',
  'localhost:x',
  '[::1',
  '99999999999',
  '-',
  '..',
  'a\0',
  'x'.repeat(300),
])('%j is not a valid host', (host) => {
  expect(trying(host)).toBe('malformed');
  expect(configured(host)).toBe('malformed');
});
