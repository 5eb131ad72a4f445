import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { root } from './machine.ts';
import { endProcess, memoryMb } from './site-process.ts';

/** A worker process, as started by `npm run talewood -- worker`. */
export type NewsletterWorker = {
  /** Maximum memory, in MB. */
  maxMb(): number;
  stop(): Promise<void>;
  /** Sends SIGKILL. */
  kill(): Promise<void>;
};

type Settings = { databaseUrl: string; dataDir: string; smtp: { url: string } };

/** Starts a worker, and waits until it runs. Sending is not throttled. */
export async function startNewsletterWorker({ databaseUrl, dataDir, smtp }: Settings): Promise<NewsletterWorker> {
  const { serverEnv, serverFlags } = await import(path.join(root, 'scripts/lib/project.mjs'));
  const child = spawn(process.execPath, [...serverFlags, 'src/cli/main.ts', 'worker'], {
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
  const output = createInterface({ input: child.stderr ?? process.stdin });
  const ready = new Promise<void>((resolve) => output.on('line', (line) => line.includes('is running') && resolve()));
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`The worker ended with ${code}.`)));
  ended.catch(() => {});
  let maxMb = 0;
  const timer = setInterval(() => {
    if (child.exitCode === null && child.signalCode === null) maxMb = Math.max(maxMb, memoryMb(child.pid ?? 0) || 0);
  }, 100);
  const end = (signal: NodeJS.Signals) => {
    clearInterval(timer);
    return endProcess(child, signal);
  };
  await Promise.race([ready, ended]);
  return { maxMb: () => maxMb, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') };
}
