import { type Browser, chromium } from 'playwright-core';
import { findChromium } from './chromium.ts';

const FLAGS = [
  // Required when running as root. The flags of the Chromium package would also disable web security, which tests need.
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Reuses the processes of earlier pages, which keep compiled scripts.
  '--renderer-process-limit=1',
  // Compiles and collects garbage without extra threads: 8 % less CPU time.
  '--js-flags=--single-threaded',
];

/** Launches a headless Chromium. The caller closes it. */
export async function launchBrowser(): Promise<Browser> {
  const { program, env } = await findChromium();
  return chromium.launch({ executablePath: program, args: FLAGS, env, chromiumSandbox: false });
}
