import http from 'node:http';

/** URLs of the measured pages. */
export const PAGES = { home: '/', tale: '/tale/rapunzel', browse: '/tales' };

export type RawResponse = { status: number; fields: string[]; body: Buffer };

/** Fetches a URL without decoding the body. */
export function fetchRaw(origin: string, path: string): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const request = http.get(origin + path, { headers: { 'accept-encoding': 'br' } }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, fields: response.rawHeaders, body: Buffer.concat(parts) }));
      response.on('error', reject);
    });
    request.on('error', reject);
  });
}
