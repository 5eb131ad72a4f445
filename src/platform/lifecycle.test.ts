import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

const ADD_STEPS = `
  lifecycle.onStop('first', () => say('first ends'));
  lifecycle.onStop('second', () => say('second ends, ready ' + lifecycle.health.ready));`;

describe('the life of a server process', () => {
  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('ends in order at %s, the last thing started first', async (signal) => {
    const server = run(ADD_STEPS);
    await server.says('ready');
    server.child.kill(signal);
    expect(await server.end()).toEqual({ code: 0, said: ['ready', `Stopping: ${signal}.`, 'second ends, ready false', 'first ends'] });
  });

  it('counts a Ctrl-C that arrives twice as one', async () => {
    const server = run(`lifecycle.onStop('slow', () => new Promise((resolve) => setTimeout(resolve, 50)));`);
    await server.says('ready');
    server.child.kill('SIGINT');
    server.child.kill('SIGINT');
    expect((await server.end()).code).toBe(0);
  });

  it('ends at once at a second signal', async () => {
    const server = run(`
      lifecycle.onStop('hung', () => new Promise(() => {}), { timeoutMs: 60_000 });
      process.on('SIGTERM', () => { performance.now = () => Date.now() + 1000; });`);
    await server.says('ready');
    server.child.kill('SIGTERM');
    await server.says('Stopping: SIGTERM.');
    server.child.kill('SIGTERM');
    expect((await server.end()).code).toBe(1);
  });

  it('continues after a shutdown step that hangs or fails', async () => {
    const server = run(`
      ${ADD_STEPS}
      lifecycle.onStop('hung', () => new Promise(() => {}), { timeoutMs: 10 });
      lifecycle.onStop('broken', () => { throw new Error('no'); });`);
    await server.says('ready');
    server.child.kill('SIGTERM');
    const { code, said } = await server.end();
    expect(code).toBe(0);
    expect(said.slice(2)).toEqual([
      'broken failed to stop: no',
      'hung did not stop within 10 ms.',
      'second ends, ready false',
      'first ends',
    ]);
  });

  it('shuts down when its parent process exits', async () => {
    const server = run(ADD_STEPS);
    await server.says('ready');
    server.child.disconnect();
    expect(await server.end()).toMatchObject({
      code: 0,
      said: expect.arrayContaining(['Stopping: the parent process ended.', 'first ends']),
    });
  });

  it.each([
    ['an exception', `setTimeout(() => { throw new Error('a defect'); }, 10);`],
    ['a rejection', `setTimeout(() => Promise.reject(new Error('a defect')), 10);`],
  ])('after %s that was not caught stops everything, with exit code 1', async (_, code) => {
    const server = run(`${ADD_STEPS}${code}`);
    const { said, ...end } = await server.end();
    expect(end.code).toBe(1);
    expect(said.join('\n')).toContain('Error: a defect');
    expect(said.at(-1)).toBe('first ends');
  });

  it('after a failed start stops what was started, and prints one line', async () => {
    const server = run(`${ADD_STEPS} throw Object.assign(new Error(), { syscall: 'listen', code: 'EADDRINUSE', port: 3000 });`);
    const { code, said } = await server.end();
    expect(code).toBe(1);
    expect(said.slice(0, 2)).toEqual(['second ends, ready false', 'first ends']);
    expect(said.slice(2)).toEqual([
      'Talewood cannot start. Port 3000 is already in use. Stop the other program or set PORT to a free port.',
    ]);
  });

  it('can be stopped while it is starting', async () => {
    const server = run(`${ADD_STEPS} say('starting'); await new Promise(() => {});`);
    await server.says('starting');
    server.child.kill('SIGTERM');
    const { code, said } = await server.end();
    expect(code).toBe(0);
    expect(said.at(-1)).toBe('first ends');
  });

  it('is not ready for the configured delay before it closes', async () => {
    const server = run(ADD_STEPS, 120);
    await server.says('ready');
    const began = performance.now();
    server.child.kill('SIGTERM');
    await server.end();
    expect(performance.now() - began).toBeGreaterThan(115);
  });
});

/** A process whose start runs the code, and then says "ready". */
function run(code: string, shutdownDelayMs = 0) {
  const program = `
    import { runServer } from ${JSON.stringify(new URL('./lifecycle.ts', import.meta.url).href)};
    const say = (text) => process.stdout.write(text + '\\n');
    const log = { info: say, warn: say, error: say };
    const keepAlive = setInterval(() => {}, 1000);
    await runServer({ config: { shutdownDelayMs: ${shutdownDelayMs} }, log, start: async (lifecycle) => { ${code} } });
    say('ready');`;
  const options: SpawnOptions = { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] };
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], options);
  children.push(child);
  let output = '';
  // Not the event `close`: a child whose channel was closed by us never has one.
  const closed = Promise.all([once(child, 'exit'), ...[child.stdout, child.stderr].map((stream) => stream && once(stream, 'close'))]);
  const lines = () => output.split('\n').filter((line) => line !== '');
  const heard = new EventTarget();
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (text: Buffer) => {
      output += text;
      heard.dispatchEvent(new Event('line'));
    });
  }
  const says = (line: string) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (lines().includes(line)) resolve();
      };
      heard.addEventListener('line', look);
      look();
    });
  const end = async () => {
    const [[code]] = (await closed) as [[number | null], ...unknown[]];
    return { code, said: lines() };
  };
  return { child, says, end };
}
