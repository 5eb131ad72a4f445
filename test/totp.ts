import { createHmac } from 'node:crypto';

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** What an authenticator app shows for the key of an `otpauth:` address (RFC 6238: SHA-1, 30 s, six digits). `at`: ms. */
export function totpOf(uri: string, at = Date.now()): string {
  const key = Buffer.from(bytesOf(new URL(uri).searchParams.get('secret') ?? ''));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)));
  const mac = createHmac('sha1', key).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/** RFC 4648. */
function bytesOf(text: string): number[] {
  const bits = [...text.replace(/=+$/, '')].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
}
