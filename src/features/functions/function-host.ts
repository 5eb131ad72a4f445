/** Finds the modules of a folder and reads their configurations, in their own processes. Nothing is imported into this one. */
import { createHash } from 'node:crypto';
import type { Stats } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { createLimiter } from '#src/platform/concurrency-limit.ts';
import type { FunctionSettings } from '#src/platform/function-settings.ts';
import type { Log } from '#src/platform/log.ts';
import { FunctionName } from './contract.ts';
import { type FunctionConfig, parseFunctionConfig } from './function-config.ts';
import { runFromLauncher } from './sandbox/launcher.ts';

/** `version`: of all files in the folder. `config`: undefined for a broken one, which `problem` explains. */
export type FoundFunction = { name: string; file: string; version: string; problem: string; config: FunctionConfig | undefined };

export type FunctionHost = {
  settings: FunctionSettings;
  /** Limits the requests that run functions at the same time. */
  limit: ReturnType<typeof createLimiter>;
  /** All functions by name; the same array until the folder changes. Undefined without a folder. */
  list(): Promise<readonly FoundFunction[] | undefined>;
};

const CHECK_MS = 2_000;
/** Requests that wait for others to end. */
const QUEUE = { waiting: 20, retryAfterSeconds: 5 };
export const MAX_FUNCTIONS = 50;
const MAX_FILES = 2_000;
const MAX_DEPTH = 5;
/** For reading a configuration: modules should do nothing when they are loaded. */
const DESCRIBE_LIMITS = { timeoutMs: 15_000, memoryMb: 128 };

/** `onChange`: called with the functions whenever they were read. */
export function createFunctionHost(
  settings: FunctionSettings,
  log: Pick<Log, 'info' | 'warn'>,
  onChange: (functions: readonly FoundFunction[]) => void = () => {},
): FunctionHost {
  const { folder } = settings;
  let checkedAt = Number.NEGATIVE_INFINITY;
  let known: string | undefined;
  let functions: readonly FoundFunction[] | undefined;
  let checking: Promise<void> | undefined;

  return {
    settings,
    limit: createLimiter({ ...QUEUE, running: settings.concurrency }),
    async list() {
      if (performance.now() - checkedAt > CHECK_MS) {
        checking ??= check().finally(() => {
          checking = undefined;
          checkedAt = performance.now();
        });
        // Callers do not wait for a change to be read, except the first.
        if (functions === undefined) await checking;
      }
      return functions;
    },
  };

  async function check(): Promise<void> {
    const files = await listFiles(folder);
    const fingerprint = files?.map(({ name, stats }) => `${name} ${stats.size} ${stats.mtimeMs} ${stats.ino}`).join('\n');
    if (fingerprint === known) return;
    if (files === undefined) functions = undefined;
    else {
      functions = await describeAll(
        settings,
        files,
        createHash('sha256')
          .update(fingerprint ?? '')
          .digest('base64url'),
      );
      onChange(functions);
      const broken = functions.filter(({ problem }) => problem !== '');
      log.info({ event: 'functions_read', folder, functions: functions.length, broken: broken.length }, 'Read functions');
      for (const { name, problem } of broken)
        log.warn({ event: 'function_broken', function: name, reason: problem }, 'A function is broken');
    }
    known = fingerprint;
  }
}

type FoundFile = { name: string; stats: Stats };

/** Lists the files of a folder by name, without packages; undefined without a folder. */
async function listFiles(folder: string): Promise<FoundFile[] | undefined> {
  const found: FoundFile[] = [];
  const visit = async (name: string, depth: number): Promise<void> => {
    const entries = await readdir(path.join(folder, name), { withFileTypes: true });
    for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
      if (entry.name.startsWith('.') || entry.name === 'node_modules' || found.length >= MAX_FILES) continue;
      const inside = path.join(name, entry.name);
      if (entry.isDirectory() && depth < MAX_DEPTH) await visit(inside, depth + 1);
      else if (entry.isFile()) found.push({ name: inside, stats: await stat(path.join(folder, inside)) });
    }
  };
  try {
    await visit('', 0);
    return found;
  } catch {
    return undefined;
  }
}

async function describeAll(settings: FunctionSettings, files: readonly FoundFile[], version: string): Promise<FoundFunction[]> {
  const modules = files.flatMap(({ name: file }) => {
    const name = /^([^/\\]+)(?:\.ts|[/\\]index\.ts)$/.exec(file)?.[1];
    return name === undefined || name.endsWith('.d') ? [] : [{ name, file }];
  });
  const functions: FoundFunction[] = [];
  // One after another: no reader waits, and the site needs the processor.
  for (const [at, { name, file }] of modules.entries()) {
    const broken = (problem: string) => functions.push({ name, file, version, problem, config: undefined });
    if (!FunctionName.safeParse(name).success)
      broken('The name must begin with a lowercase letter and consist of lowercase letters, digits and hyphens, 50 at most.');
    else if (at > 0 && modules[at - 1]?.name === name) broken(`There are two modules for this name: ${name}.ts and ${name}/index.ts.`);
    else if (at >= MAX_FUNCTIONS) broken(`There are more than ${MAX_FUNCTIONS} functions.`);
    else functions.push({ name, file, version, ...(await describe(settings, file)) });
  }
  return functions;
}

async function describe({ folder, allowPrivate }: FunctionSettings, file: string): Promise<Pick<FoundFunction, 'problem' | 'config'>> {
  const task = { kind: 'describe', file, allowPrivate } as const;
  const { result } = await runFromLauncher({ ...DESCRIBE_LIMITS, task, folder, env: {} });
  if (result.kind === 'failed') return { problem: describeFailure(result), config: undefined };
  if (result.kind !== 'described') return { problem: 'The module sent an unexpected message.', config: undefined };
  const parsed = parseFunctionConfig(result.config);
  if ('problem' in parsed) return { problem: parsed.problem, config: undefined };
  if (!result.hasHandler) return { problem: 'The module has no default export that is a function.', config: undefined };
  return { problem: '', config: parsed.config };
}

/** A place in a file of the folder, such as `hello.ts:3:5`. */
const PLACE = /(?:^|[\s(])((?![/.]|node:)[\w./@-]+\.[cm]?[jt]s:\d+(?::\d+)?)/;

/** Returns the message, with the place that the stack names. */
export function describeFailure({ message, stack }: { message: string; stack: string }): string {
  const place = PLACE.exec(stack)?.[1];
  return place === undefined || message.includes(place) ? message : `${message} (${place})`;
}
