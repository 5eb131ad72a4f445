import { expect, test } from 'vitest';
import { clientSubnet, subnetsOf, widestSubnet } from './client-subnet.ts';

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['::FFFF:cb00:7109', '203.0.113.9'],
  ['0:0:0:0:0:ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::9', '2001:db8:0:0::/64'],
  ['2001:db8:1:2:ffff:ffff:203.0.113.9', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::9', '2001:db8:1:3::/64'],
  ['::1', '0:0:0:0::/64'],
  ['2002:cb00:7109:1:2:3:4:5', '203.0.113.9'],
  ['2002:cb00:7109:ffff::1', '203.0.113.9'],
  ['64:ff9b::203.0.113.9', '203.0.113.9'],
  ['2001:0:4136:e378:8000:63bf:34ff:8ef6', '203.0.113.9'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  [' 203.0.113.9 ', '203.0.113.9'],
  ['203.0.113.999', 'unknown'],
  ['[2001:db8::9]', 'unknown'],
  ['', 'unknown'],
])('%s counts for %s', (address, network) => {
  expect(clientSubnet(address)).toBe(network);
});

test('an IPv6 address counts for its /64, /56 and /48', () => {
  expect(subnetsOf('2001:db8:1:2fe::9')).toEqual(['2001:db8:1:2fe::/64', '2001:db8:1:200::/56', '2001:db8:1::/48']);
  expect(widestSubnet('2001:db8:1:2fe::9')).toBe('2001:db8:1::/48');
});

test('an address that embeds an IPv4 address counts as that address only', () => {
  expect(subnetsOf('2002:cb00:7109:1::1')).toEqual(['203.0.113.9']);
  expect(widestSubnet('203.0.113.9')).toBe('203.0.113.9');
});
