/** Types of wawoff2, which has none. Results lie in memory that the next call reuses. */
declare module 'wawoff2' {
  const wawoff2: { compress(font: Uint8Array): Promise<Uint8Array>; decompress(font: Uint8Array): Promise<Uint8Array> };
  export = wawoff2;
}
