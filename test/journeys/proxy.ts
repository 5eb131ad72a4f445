import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout } from 'node:timers/promises';

/** A proxy in front of the site that can be disconnected, and can replace scripts and responses. */
export type SiteProxy = {
  origin: string;
  /** Refuses connections until `connect`. */
  disconnect(): Promise<void>;
  connect(): Promise<void>;
  /** Rewrites /sw.js. */
  changeWorker(change: (code: string) => string): void;
  /** Answers requests to the path with an empty response. */
  respondAt(path: string, status: number): void;
  /** Rewrites the scripts whose path starts with this. */
  changeScript(path: string, change: (code: string) => string): void;
  /** Sends what follows the text 300 ms after what precedes it. */
  pauseAt(path: string, text: string): void;
  close(): Promise<void>;
};

/** Opens a proxy to the site on a free port. */
export async function openProxy(site: string): Promise<SiteProxy> {
  const changes = new Map<string, (code: string) => string | string[]>();
  const statuses = new Map<string, number>();
  const server = http.createServer((request, response) => {
    const status = statuses.get(request.url ?? '');
    if (status !== undefined) {
      response.writeHead(status).end();
      return;
    }
    // Everything begins with the address of the home page.
    const change = [...changes].find(([path]) => (path === '/' ? request.url === path : request.url?.startsWith(path)))?.[1];
    const headers = { ...request.headers, host: new URL(site).host };
    if (headers.origin !== undefined) headers.origin = site;
    // A response to rewrite must be complete and uncompressed.
    if (change) Object.assign(headers, { 'accept-encoding': 'identity', 'if-none-match': '' });
    const inner = http.request(site + request.url, { method: request.method ?? 'GET', headers }, (received) => {
      if (!change) {
        response.writeHead(received.statusCode ?? 500, received.headers);
        received.pipe(response);
        return;
      }
      received.setEncoding('utf8');
      let code = '';
      received.on('data', (part) => {
        code += part;
      });
      received.on('end', async () => {
        const { 'content-length': _, etag: __, ...remaining } = received.headers;
        response.writeHead(received.statusCode ?? 500, remaining);
        for (const [index, part] of [change(code)].flat().entries()) {
          if (index > 0) await setTimeout(300);
          response.write(part);
        }
        response.end();
      });
    });
    inner.on('error', () => response.destroy());
    request.pipe(inner);
  });
  const tunnels = new Set<Duplex>();
  server.on('upgrade', (request, socket) => {
    tunnels.add(socket);
    socket.on('error', () => {});
    const headers = { ...request.headers, host: new URL(site).host, origin: site };
    const inner = http.request(site + request.url, { headers });
    inner.on('upgrade', (answer, back) => {
      const lines = [...Array(answer.rawHeaders.length / 2).keys()].map((at) => answer.rawHeaders.slice(2 * at, 2 * at + 2).join(': '));
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`);
      back.on('error', () => socket.destroy());
      socket.on('close', () => back.destroy());
      back.pipe(socket).pipe(back);
    });
    inner.on('error', () => socket.destroy());
    inner.on('response', () => socket.destroy());
    inner.end();
  });
  await listen(server, 0);
  const { port } = server.address() as AddressInfo;
  const disconnect = async () => {
    if (!server.listening) return;
    server.closeAllConnections();
    // Those of WebSockets.
    for (const tunnel of tunnels) tunnel.destroy();
    tunnels.clear();
    server.close();
    await once(server, 'close');
  };
  return {
    origin: `http://localhost:${port}`,
    disconnect,
    connect: async () => {
      if (!server.listening) await listen(server, port);
    },
    changeWorker: (change) => void changes.set('/sw.js', change),
    respondAt: (path, status) => void statuses.set(path, status),
    changeScript: (path, change) => void changes.set(path, change),
    pauseAt: (path, text) => void changes.set(path, (page) => page.split(new RegExp(`(?<=${text})`, 'v'))),
    close: disconnect,
  };
}

async function listen(server: http.Server, port: number): Promise<void> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
}
