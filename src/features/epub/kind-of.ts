/** What a picture is, by its first and last bytes: half a picture is none. */
export function kindOf(bytes: Uint8Array): 'image/jpeg' | 'image/png' | 'image/webp' | undefined {
  const at = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = (from: number, to: number) => at.subarray(from, to).toString('latin1');
  if (text(0, 3) === '\xff\xd8\xff') return at.at(-2) === 0xff && at.at(-1) === 0xd9 ? 'image/jpeg' : undefined;
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return text(-8, -4) === 'IEND' ? 'image/png' : undefined;
  const isWebp = at.length > 12 && text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP';
  return isWebp && at.readUInt32LE(4) + 8 <= at.length ? 'image/webp' : undefined;
}
