import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';

test('a process exits even if its log is not read', async () => {
  const program = `
    const { createLog } = await import('#src/platform/log.ts');
    const { log } = createLog();
    process.once('message', () => { log.info('to nobody'); process.exit(7); });
    process.send('ready');`;
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', program], {
    cwd: new URL('../..', import.meta.url),
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const exited = once(child, 'exit');
  await once(child, 'message');
  child.stdout?.destroy();
  child.send('go');
  const [code] = await exited;
  expect(code).toBe(7);
}, 10_000);
