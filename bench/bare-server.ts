/** A minimal Node server with prepared responses, as the baseline for the site's server. */
import http from 'node:http';

export type BareResponse = { path: string; fields: string[]; body: string };

process.once('message', (responses: BareResponse[]) => {
  const known = new Map(responses.map(({ path, fields, body }) => [path, { fields, body: Buffer.from(body, 'base64') }]));
  const server = http.createServer((request, response) => {
    const prepared = known.get(request.url ?? '');
    if (prepared === undefined) response.writeHead(404).end();
    else response.writeHead(200, prepared.fields).end(prepared.body);
  });
  server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
});
process.on('disconnect', () => process.exit());
