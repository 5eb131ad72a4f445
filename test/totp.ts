import { createHmac } from 'node:crypto';

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Returns the code that an authenticator app shows for an `otpauth:` URI (RFC 6238: SHA-1, 30 s, six digits). `at`: ms. */
export function totpOf(uri: string, at = Date.now()): string {
  const key = Buffer.from(decodeBase32(new URL(uri).searchParams.get('secret') ?? ''));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)));
  const mac = createHmac('sha1', key).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/** Decodes base32 (RFC 4648). */
function decodeBase32(text: string): number[] {
  const bits = [...text.replace(/=+$/, '')].map((digit) => BASE32.indexOf(digit).toString(2).padStart(5, '0')).join('');
  return (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
}
