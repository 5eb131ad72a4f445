import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { root } from './machine.ts';
import { endProcess, memoryMb } from './site-process.ts';

/** The real worker, as `npm run talewood -- worker` runs it. */
export type LetterWorker = {
  /** The most memory that was seen, in MB. */
  mostMb(): number;
  stop(): Promise<void>;
  /** With kill -9. */
  kill(): Promise<void>;
};

type Settings = { databaseUrl: string; dataDir: string; smtp: { url: string } };

/** Starts it, and waits until it works. Letters are paced by nothing. */
export async function startLetterWorker({ databaseUrl, dataDir, smtp }: Settings): Promise<LetterWorker> {
  const { serverEnv, serverFlags } = await import(path.join(root, 'scripts/lib/project.mjs'));
  const child = spawn(process.execPath, [...serverFlags, 'src/cli.ts', 'worker'], {
    cwd: root,
    env: {
      ...serverEnv,
      PATH: process.env.PATH,
      DATA_DIR: path.join(dataDir, 'worker'),
      DATABASE_URL: databaseUrl,
      SMTP_URL: smtp.url,
      NEWSLETTER_RATE: '600000',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
  });
  const said = createInterface({ input: child.stderr ?? process.stdin });
  const works = new Promise<void>((resolve) => said.on('line', (line) => line.includes('works') && resolve()));
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`The worker ended with ${code}.`)));
  ended.catch(() => {});
  let most = 0;
  const timer = setInterval(() => {
    if (child.exitCode === null && child.signalCode === null) most = Math.max(most, memoryMb(child.pid ?? 0) || 0);
  }, 100);
  const end = (signal: NodeJS.Signals) => {
    clearInterval(timer);
    return endProcess(child, signal);
  };
  await Promise.race([works, ended]);
  return { mostMb: () => most, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') };
}
