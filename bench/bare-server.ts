/** The least that Node can do: answers made before, by address. What our server is measured against. */
import http from 'node:http';

export type BareAnswer = { path: string; fields: string[]; body: string };

process.once('message', (answers: BareAnswer[]) => {
  const known = new Map(answers.map(({ path, fields, body }) => [path, { fields, body: Buffer.from(body, 'base64') }]));
  const server = http.createServer((request, response) => {
    const answer = known.get(request.url ?? '');
    if (answer === undefined) response.writeHead(404).end();
    else response.writeHead(200, answer.fields).end(answer.body);
  });
  server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
});
process.on('disconnect', () => process.exit());
