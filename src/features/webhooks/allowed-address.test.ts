import { describe, expect, test } from 'vitest';
import { findUrlProblem, isPublicAddress } from './allowed-address.ts';

test.each([
  ...[
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '10.255.255.255',
    '100.64.0.1',
    '100.100.100.200',
    '100.127.255.255',
    '127.0.0.1',
    '127.255.255.254',
  ],
  ...['169.254.0.1', '169.254.169.254', '172.16.0.1', '172.31.255.255', '192.168.0.1', '192.0.0.192', '192.0.2.1', '192.88.99.1'],
  ...['198.18.0.1', '198.19.255.255', '198.51.100.7', '203.0.113.9', '224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255'],
  ...['168.63.129.16', '::', '::1', '::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:93.184.216.34', '::127.0.0.1', '64:ff9b::7f00:1'],
  ...['64:ff9b::5db8:d822', '64:ff9b:1::1', '100::1', '2001::1', '2001:0:4136:e378:8000:63bf:3fff:fdd2', '2001:db8::1', '2002:7f00:1::'],
  ...['3fff::1', 'fc00::1', 'fd00:ec2::254', 'fe80::1', 'fe80::1%eth0', 'fec0::1', 'ff02::1', '4000::1', '5f00::1'],
  ...['', 'localhost', '127.1', '0x7f.1', '2130706433', '1.2.3', '1.2.3.4.5', ' 8.8.8.8', '8.8.8.8:80', '2606:4700::1111%1'],
])('%j is not a public address', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each([
  ...['1.1.1.1', '9.255.255.255', '11.0.0.1', '93.184.216.34', '100.63.255.255', '100.128.0.1', '126.255.255.255', '128.0.0.1'],
  ...['169.253.1.1', '172.15.255.255', '172.32.0.1', '192.167.1.1', '192.169.1.1', '198.17.1.1', '198.20.1.1', '223.255.255.255'],
  ...['168.63.129.17', '2606:4700:4700::1111', '2a00:1450:4001:830::200e', '2001:4860:4860::8888', '2001:200::1', '2003::1', '3ffe::1'],
])('%j is a public address', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

describe('the URL of a webhook', () => {
  const problemOf = (url: string) => findUrlProblem(url, { allowPrivate: false });

  test.each([
    'https://hooks.example/a?b=c',
    'https://hooks.example:8443/',
    'https://hooks.example:1024/',
    'https://93.184.216.34/',
    'https://[2606:4700::1]/',
    'https://localhost.example/',
    'https://xn--mrchen-bua.example/',
  ])('%s is allowed', (url) => {
    expect(problemOf(url)).toBeUndefined();
  });

  test.each([
    ['http://hooks.example/', 'Must start with https://'],
    ['file:///etc/passwd', 'Must start with https://'],
    ['javascript:alert(1)', 'Must start with https://'],
    ['hooks.example', 'Must be a complete URL, such as https://example.org/hook'],
    ['https://gerda:x@hooks.example/', 'Must not contain a user name or password'],
    ['https://gerda@hooks.example/', 'Must not contain a user name or password'],
    ['https://hooks.example/#a', 'Must not contain a fragment (#)'],
    ['https://hooks.example:22/', 'The port must be 443, or 1024 or higher'],
    ['https://hooks.example:80/', 'The port must be 443, or 1024 or higher'],
    ['https://127.0.0.1/', 'Must be a public address'],
    ['https://2130706433/', 'Must be a public address'],
    ['https://0x7f.1/', 'Must be a public address'],
    ['https://0177.0.0.1/', 'Must be a public address'],
    ['https://127。0。0。1/', 'Must be a public address'],
    ['https://[::1]/', 'Must be a public address'],
    ['https://[::ffff:10.0.0.1]/', 'Must be a public address'],
    ['https://169.254.169.254/latest/meta-data', 'Must be a public address'],
    ['https://localhost/', 'Must be a public host'],
    ['https://a.LOCALHOST./', 'Must be a public host'],
    ['https://metadata.google.internal/', 'Must be a public host'],
    [`https://hooks.example/${'a'.repeat(2000)}`, 'Must be 2000 characters or fewer'],
  ])('%s is refused', (url, problem) => {
    expect(problemOf(url)).toBe(problem);
  });

  test('may be private and unencrypted only if the site allows it', () => {
    for (const url of ['http://127.0.0.1:9/', 'http://localhost/', 'https://10.0.0.1:22/'])
      expect(findUrlProblem(url, { allowPrivate: true })).toBeUndefined();
    for (const url of ['ftp://hooks.example/', 'https://a:b@localhost/']) expect(findUrlProblem(url, { allowPrivate: true })).toBeDefined();
  });
});
