import { expect, test } from 'vitest';
import { createTrustedProxies } from './connections.ts';

const proxies = createTrustedProxies(['10.0.0.0/8', 'fd00::/8', '192.168.1.1']);

test.each([
  ['203.0.113.9', '198.51.100.1', '203.0.113.9'],
  ['10.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['10.0.0.1', '6.6.6.6, 198.51.100.1, 10.2.3.4', '198.51.100.1'],
  ['::ffff:10.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['fd00::2', '2001:db8::1', '2001:db8::1'],
  ['10.0.0.1', '198.51.100.1, nonsense', '10.0.0.1'],
  ['10.0.0.1', '198.51.100.1:55012', '198.51.100.1'],
  ['10.0.0.1', '[2001:db8::1]:55012', '2001:db8::1'],
  ['10.0.0.1', '[2001:db8::1]', '2001:db8::1'],
  ['10.0.0.1', '6.6.6.6, 198.51.100.1:1, 10.2.3.4:443, [fd00::3]:443', '198.51.100.1'],
  ['10.0.0.1', '198.51.100.1:port', '10.0.0.1'],
  ['10.0.0.1', '[198.51.100.1', '10.0.0.1'],
  ['10.0.0.1', '', '10.0.0.1'],
  ['10.0.0.1', undefined, '10.0.0.1'],
  ['10.0.0.1', '10.0.0.2, 10.0.0.3', '10.0.0.2'],
])('from %s with %s the client is %s', (remote, forwarded, reader) => {
  expect(proxies.clientAddress(remote, forwarded)).toBe(reader);
});

test('without configuration no proxy is trusted', () => {
  const none = createTrustedProxies([]);
  expect(none.trusts('127.0.0.1')).toBe(false);
  expect(none.clientAddress('127.0.0.1', '198.51.100.1')).toBe('127.0.0.1');
});
