import { spawn } from 'node:child_process';
import { basename } from 'node:path';

type WorkerOptions = {
  args?: readonly string[];
  /** Written to standard input; a number is an open file descriptor that becomes standard input. */
  input: Buffer | string | number;
  /** The whole environment of the process: nothing is inherited. */
  env?: Record<string, string>;
  nodeFlags?: readonly string[];
  /** JavaScript heap limit in MB. */
  heapMb: number;
  /** Limit of all writable memory in KB, set with `ulimit -d` where the system supports it. */
  memoryKb?: number;
  timeoutMs: number;
  maxOutputBytes: number;
  /** Kills the process. */
  signal?: AbortSignal;
};

/** Why a worker process has no result; `message` says it with the script's name and, for `exited`, the end of its stderr. */
export class WorkerProcessError extends Error {
  readonly reason: 'not_started' | 'timeout' | 'output_limit' | 'aborted' | 'exited';

  constructor(reason: WorkerProcessError['reason'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

const MAX_STDERR = 2000;

/**
 * Runs a Node script as a process of its own and returns its standard output. Isolates work on untrusted input, or work that needs much
 * memory: crash, time and memory are the child's, which is killed (SIGKILL) when it exceeds a limit.
 * @throws WorkerProcessError
 */
export function runWorkerProcess(script: string, options: WorkerOptions): Promise<Buffer> {
  const { args = [], input, env = {}, nodeFlags = [], heapMb, memoryKb, timeoutMs, maxOutputBytes, signal } = options;
  const node = [
    process.execPath,
    `--max-old-space-size=${heapMb}`,
    '--disable-warning=ExperimentalWarning',
    ...nodeFlags,
    script,
    ...args,
  ] as const;
  // The shell sets the limit and then becomes the worker: one process, killed as one.
  const [command, ...rest] =
    memoryKb === undefined ? node : (['/bin/sh', '-c', `ulimit -d ${memoryKb} 2>/dev/null; exec "$0" "$@"`, ...node] as const);
  return new Promise((resolve, reject) => {
    const child = spawn(command, rest, { env, stdio: [typeof input === 'number' ? input : 'pipe', 'pipe', 'pipe'] });
    const output: Buffer[] = [];
    let size = 0;
    let stderr = '';
    let failure: WorkerProcessError | undefined;
    const fail = (reason: WorkerProcessError['reason'], text: string, cause?: Error) => {
      failure ??= new WorkerProcessError(reason, `${basename(script)} ${text}`, { cause });
      child.kill('SIGKILL');
    };
    const onAbort = () => fail('aborted', 'was aborted');
    const timer = setTimeout(() => fail('timeout', `was killed after ${timeoutMs} ms`), timeoutMs);
    const finish = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    };
    if (signal?.aborted) onAbort();
    else signal?.addEventListener('abort', onAbort);
    child.once('error', (cause) => {
      finish();
      fail('not_started', `could not be started: ${cause.message}`, cause);
      reject(failure);
    });
    child.stdout?.on('data', (part: Buffer) => {
      size += part.length;
      if (size > maxOutputBytes) fail('output_limit', `wrote more than ${maxOutputBytes} bytes`);
      else output.push(part);
    });
    child.stderr?.on('data', (part: Buffer) => {
      stderr = (stderr + part.toString('utf8')).slice(-MAX_STDERR);
    });
    child.once('close', (code, killedBy) => {
      finish();
      if (failure === undefined && code !== 0) fail('exited', `exited with ${killedBy ?? code}${stderr && `: ${stderr.trim()}`}`);
      if (failure === undefined) resolve(Buffer.concat(output));
      else reject(failure);
    });
    // A worker that ends before it has read its input closes the pipe; `close` reports why.
    child.stdin?.on('error', () => {});
    if (typeof input !== 'number') child.stdin?.end(input);
  });
}
