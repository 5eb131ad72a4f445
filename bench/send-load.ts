import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type autocannon from 'autocannon';
import { root } from './machine.ts';

export type LoadOptions = Parameters<typeof autocannon>[0];
export type LoadResult = Awaited<ReturnType<typeof autocannon>>;

/** Sends requests from a separate process and returns the result. Rejects if some got no response. */
export async function sendLoad(options: LoadOptions): Promise<LoadResult> {
  const args = ['--disable-warning=ExperimentalWarning', path.join(root, 'bench/load.ts'), JSON.stringify(options)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root });
  const result = JSON.parse(stdout) as LoadResult;
  if (result.errors > 0) throw new Error(`${options.url}: ${result.errors} of ${result.requests.total} requests got no response.`);
  return result;
}
