import { Hono } from 'hono';
import { expect, test, vi } from 'vitest';
import { type EventStream, openEventStream } from './event-stream.ts';
import { type AppEnv, getRequestContext } from './request-context.ts';

/** Opens a stream, and returns what its client and the rest of the application see of it. */
async function open() {
  const onEnd = vi.fn();
  const excludeFromLoad = vi.fn();
  const opened: EventStream[] = [];
  const app = new Hono<AppEnv>();
  app.get('/', (c) => {
    Object.assign(getRequestContext(c), { excludeFromLoad });
    const { stream, answer } = openEventStream(c, onEnd);
    opened.push(stream);
    return answer;
  });
  const response = await app.request('/');
  const [stream] = opened;
  if (stream === undefined || response.body === null) throw new Error('No stream was opened.');
  return { response, stream, onEnd, excludeFromLoad, reader: response.body.pipeThrough(new TextDecoderStream()).getReader() };
}

test('sends events and comments in the format of server-sent events', async () => {
  const { response, stream, reader, excludeFromLoad } = await open();
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  });
  expect(excludeFromLoad).toHaveBeenCalledOnce();
  stream.send('editors', { names: ['Gerda'] });
  stream.beat();
  stream.end();
  let text = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) text += part.value;
  expect(text).toBe('event: editors\ndata: {"names":["Gerda"]}\n\n:\n\n');
});

test('ends once, and ignores what is sent afterwards', async () => {
  const { stream, onEnd, reader } = await open();
  stream.end();
  stream.end();
  stream.send('editors', {});
  stream.beat();
  expect(onEnd).toHaveBeenCalledOnce();
  expect(await reader.read()).toEqual({ done: true, value: undefined });
});

test('ends when the client disconnects', async () => {
  const { stream, onEnd, reader } = await open();
  await reader.cancel();
  await expect.poll(() => onEnd.mock.calls.length).toBe(1);
  stream.end();
  expect(onEnd).toHaveBeenCalledOnce();
});

test('ends when the client has not read a hundred events', async () => {
  const { stream, onEnd } = await open();
  for (let event = 0; event < 99; event += 1) stream.beat();
  expect(onEnd).not.toHaveBeenCalled();
  // A few events wait in the pipe of this test.
  for (let event = 0; event < 10; event += 1) stream.beat();
  expect(onEnd).toHaveBeenCalledOnce();
});
