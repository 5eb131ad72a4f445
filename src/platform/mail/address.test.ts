import { describe, expect, it } from 'vitest';
import { fc } from '#test/fast-check.ts';
import { parseEmailAddress } from './address.ts';

describe('an email address', () => {
  it.each([
    ['reader@tales.example', 'reader@tales.example'],
    ['First.Last+tales@Tales.Example', 'First.Last+tales@tales.example'],
    [`o'neil_{x}@tales.example`, `o'neil_{x}@tales.example`],
    ['a@märchen.example', 'a@xn--mrchen-bua.example'],
    ['a@MÄRCHEN.example', 'a@xn--mrchen-bua.example'],
    ['a@例え。テスト', 'a@xn--r8jz45g.xn--zckzah'],
    ['a@xn--mrchen-bua.example', 'a@xn--mrchen-bua.example'],
    [`${'a'.repeat(64)}@tales.example`, `${'a'.repeat(64)}@tales.example`],
  ])('is %s', (typed, address) => {
    expect(parseEmailAddress(typed)).toBe(address);
  });

  it.each([
    ['nothing', ''],
    ['no host', 'reader'],
    ['no local part', '@tales.example'],
    ['two signs', 'a@b.example@c.example'],
    ['header injection', 'a@b.c\r\nBcc: x@y'],
    ['header injection in the local part', 'a\r\nBcc: x@tales.example'],
    ['a line end at the end', 'a@tales.example\n'],
    ['NUL', 'a@tales\0.example'],
    ['quotes', '"a@evil.example"@ok'],
    ['quotes with a whole host', '"a@evil.example"@ok.example'],
    ['a comment', 'a(evil)@tales.example'],
    ['a comment in the host', 'a@tales.example(evil)'],
    ['a small commercial at (U+FE6B)', 'a@evil.example\uFE6Btales.example'],
    ['a full-width commercial at', 'a@evil.example\uFF20tales.example'],
    ['a small commercial at instead of the sign', 'a\uFE6Btales.example'],
    ['a group', 'readers:a@tales.example,b@tales.example;'],
    ['an empty group', 'readers:;'],
    ['a list', 'a@tales.example,b@tales.example'],
    ['a name', 'Reader <a@tales.example>'],
    ['angle brackets', '<a@tales.example>'],
    ['spaces around', ' a@tales.example '],
    ['a space', 'a b@tales.example'],
    ['letters beyond ASCII in the local part', 'märchen@tales.example'],
    ['two dots', 'a..b@tales.example'],
    ['a dot at the beginning', '.a@tales.example'],
    ['a dot at the end of the host', 'a@tales.example.'],
    ['a host of one label', 'a@localhost'],
    ['an IP address', 'a@127.0.0.1'],
    ['an IP address in hexadecimal', 'a@0x7f.1'],
    ['an IP address in brackets', 'a@[127.0.0.1]'],
    ['a host with a port', 'a@tales.example:25'],
    ['an encoded host', 'a@tales%2eexample'],
    ['a hyphen at the beginning of a label', 'a@-tales.example'],
    ['a lone surrogate', 'a@\uD800.example'],
    ['a percent route', 'a%b.example@'],
    ['a long local part', `${'a'.repeat(65)}@tales.example`],
    ['a long label', `a@${'b'.repeat(64)}.example`],
  ])('is not: %s', (_, typed) => {
    expect(parseEmailAddress(typed)).toBeUndefined();
  });

  it('has at most 254 bytes', () => {
    const ofBytes = (bytes: number) => `${'a'.repeat(64)}@${'b'.repeat(bytes - 65 - 128)}.${`${'c'.repeat(59)}.`.repeat(2)}example`;
    expect(ofBytes(254)).toHaveLength(254);
    expect(parseEmailAddress(ofBytes(254))).toBe(ofBytes(254));
    expect(parseEmailAddress(ofBytes(255))).toBeUndefined();
  });

  it('is stable when parsed again, and is visible ASCII without spaces', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.emailAddress(),
          fc.string({ unit: 'binary' }),
          fc.tuple(fc.string(), fc.domain()).map((p) => p.join('@')),
        ),
        (typed) => {
          const address = parseEmailAddress(typed);
          if (address === undefined) return;
          expect(address).toMatch(/^[!-?A-~]+@[a-z0-9.-]+$/);
          expect(parseEmailAddress(address)).toBe(address);
        },
      ),
    );
  });
});
