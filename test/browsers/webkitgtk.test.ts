import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { onTestFinished, vi } from 'vitest';
import { freePort } from '../site.ts';
import { type Browser, describeJourneys, SIZE, type Tab } from './journeys.ts';

/** Drives Debian's WebKitGTK in its MiniBrowser on a virtual display, over W3C WebDriver. */

/** The driver's own limit is 5 minutes. */
const COMMAND_LIMIT_MS = 20_000;
/** Height of the toolbars of MiniBrowser, CSS pixels. */
const TOOLBAR_HEIGHT = 100;

describeJourneys('WebKitGTK', async (): Promise<Browser> => {
  const screen = `${SIZE.width}x${SIZE.height + TOOLBAR_HEIGHT}x24`;
  const xvfb = spawn('/usr/bin/Xvfb', ['-displayfd', '3', '-screen', '0', screen, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [display] = await once(xvfb.stdio[3] as Readable, 'data');
  const env = { ...process.env, DISPLAY: `:${String(display).trim()}` };
  // Required when running as root.
  if (process.getuid?.() === 0) Object.assign(env, { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' });
  return { openTab: () => openTab(env), close: () => end(xvfb) };
});

/** Starts a driver for each tab, because the start of a browser sometimes hangs its driver. */
async function openTab(env: NodeJS.ProcessEnv): Promise<Tab> {
  const port = await freePort();
  const driver = spawn('/usr/bin/WebKitWebDriver', [`--port=${port}`], { env, stdio: 'ignore' });
  onTestFinished(() => end(driver));
  const send = createSender(`http://127.0.0.1:${port}`);
  await vi.waitFor(() => send('GET', '/status'), { timeout: COMMAND_LIMIT_MS });
  const { sessionId } = await send('POST', '/session', { capabilities: { alwaysMatch: { browserName: 'MiniBrowser' } } });
  const session = `/session/${sessionId}`;
  await send('POST', `${session}/window/rect`, { x: 0, y: 0, width: SIZE.width, height: SIZE.height + TOOLBAR_HEIGHT });
  const act = (type: string, actions: object[]) => send('POST', `${session}/actions`, { actions: [{ type, id: type, actions }] });
  return {
    goto: (url) => send('POST', `${session}/url`, { url }),
    click: (x, y) =>
      act('pointer', [
        { type: 'pointerMove', x, y },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ]),
    type: (text) =>
      act(
        'key',
        [...text].flatMap((value) => [
          { type: 'keyDown', value },
          { type: 'keyUp', value },
        ]),
      ),
    evaluate: (expression) => send('POST', `${session}/execute/sync`, { script: `return ${expression}`, args: [] }),
    close: () => send('DELETE', session),
  };
}

/** Returns a function that sends WebDriver commands and returns the values of their responses. */
function createSender(driver: string) {
  return async (method: string, command: string, body?: object) => {
    const signal = AbortSignal.timeout(COMMAND_LIMIT_MS);
    const response = await fetch(driver + command, { method, signal, ...(body && { body: JSON.stringify(body) }) });
    const { value } = await response.json();
    if (!response.ok) throw new Error(`${command}: ${value.error}: ${value.message}`);
    return value;
  };
}

async function end(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill();
  await exited;
}
