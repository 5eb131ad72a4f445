import http from 'node:http';

/** URLs of the measured pages. */
export const PAGES = { home: '/', tale: '/tale/rapunzel', browse: '/tales' };

export type RawAnswer = { status: number; fields: string[]; body: Buffer };

/** Fetches a URL without decoding the body. */
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
