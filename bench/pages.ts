import http from 'node:http';

/** The pages that are measured, by their addresses. */
export const PAGES = { home: '/', tale: '/tale/rapunzel', browse: '/tales' };

export type RawAnswer = { status: number; fields: string[]; body: Buffer };

/** Fetches an address as it comes over the wire, brotli and all. */
export function fetchRaw(origin: string, path: string): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const request = http.get(origin + path, { headers: { 'accept-encoding': 'br' } }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, fields: answer.rawHeaders, body: Buffer.concat(parts) }));
      answer.on('error', reject);
    });
    request.on('error', reject);
  });
}
