/** What the site and the process of a function say to each other: one JSON value a line. Messages of the process are not trusted. */
import { z } from 'zod';

/** As HTTP allows them, so that none adds another. */
const HeaderName = z.string().regex(/^[!#$%&'*+.^_`|~\w-]{1,100}$/);
const HeaderValue = z.string().regex(/^[\t\x20-\x7e\x80-\xff]{0,8000}$/);
const Headers = z.array(z.tuple([HeaderName, HeaderValue])).max(200);

/** `memoryMb`: the most that the process has used. `isReusable`: nothing of the run is left in it. */
const Outcome = { memoryMb: z.number().optional(), isReusable: z.boolean().optional() };

/** Messages of the process. `body`: base64, checked by no pattern, because it may be large. */
export const ToHost = z.discriminatedUnion('kind', [
  z.object({ ...Outcome, kind: z.literal('described'), config: z.unknown(), hasHandler: z.boolean() }),
  z.object({ ...Outcome, kind: z.literal('done') }),
  z.object({ ...Outcome, kind: z.literal('response'), status: z.int(), headers: Headers, body: z.string() }),
  z.object({ ...Outcome, kind: z.literal('failed'), message: z.string(), stack: z.string() }),
  z.object({ kind: z.literal('api'), id: z.int(), method: z.string(), path: z.string(), headers: Headers, body: z.string() }),
]);
export type ToHost = z.infer<typeof ToHost>;
export type ApiCall = Extract<ToHost, { kind: 'api' }>;

/** The answer to an `api` message. `error`: why there is none. */
export type ApiReply = { id: number; status: number; headers: [string, string][]; body: string; error?: string };

/** `body`: base64, empty for none. */
export type HttpRequest = { url: string; method: string; headers: [string, string][]; body: string };

/** An event, or a run of a schedule (`schedule`). */
export type FunctionEvent = { type: string; occurred_at: string; data: Record<string, unknown> };

/** What handlers get besides `env`, `log` and `fetchApi`. `site`: its public URL, without a trailing slash. `path`: below the URL of the function. `user`: who is logged in. */
export type RunContext = {
  function: string;
  run: string;
  site: string;
  path?: string;
  user?: { id: string; name: string; role: string } | null;
};

type Common = { file: string; allowPrivate: boolean };

/** What a process does. */
export type Task =
  | (Common & { kind: 'describe' })
  | (Common & { kind: 'event'; context: RunContext; event: FunctionEvent })
  | (Common & { kind: 'http'; context: RunContext; request: HttpRequest; maxResponseBytes: number });

/**
 * Starts a run. `code`: the module as JavaScript, for the first run; without it, the process reads the file. `endMark`: written to both
 * outputs at the end of the run if the process can run again.
 */
export type TaskMessage = Task & { endMark: string; code?: string | undefined };

/** What a function may use. */
export type SandboxLimits = { timeoutMs: number; memoryMb: number };

export type SandboxOptions = SandboxLimits & {
  /** `file`: relative to the folder. */
  task: Task;
  /** The only folder that it may read. */
  folder: string;
  /** Its whole environment. */
  env: Record<string, string>;
  /** Of the files in the folder. Later runs with the same version, limits and environment may use the same process; without it, none does. */
  version?: string;
  /** How many run at once. As many idle processes stay, at least four, so that a burst starts none. */
  concurrency?: number;
  /** Answers calls of the site's API. Without it, there are none. */
  callApi?: (call: ApiCall) => Promise<Omit<ApiReply, 'id'>>;
  /** Stops it. */
  signal?: AbortSignal;
};

export type Result = Exclude<ToHost, ApiCall>;

const MAX_OUTPUT = 1_000_000;
/** Of its output, characters. */
const MAX_LOG = 32_000;

/** Collects the lines of the process, errors with a leading "! ". It is complete once both outputs have their end mark. */
export function collectOutput(endMark: string, stop: (reason: string) => void) {
  let log = '';
  let written = 0;
  const rests = new Map<string, string>();
  const complete = new Set<string>();
  let errors = '';
  const addLine = (line: string) => {
    if (log.length <= MAX_LOG) log += `${clean(line)}\n`;
  };
  return {
    add(text: string, prefix: '' | '! '): void {
      written += text.length;
      if (written > MAX_OUTPUT) {
        stop(`it wrote more than ${MAX_OUTPUT / 1e6} MB of output.`);
        return;
      }
      if (prefix !== '' && errors.length < MAX_LOG) errors += text;
      const lines = ((rests.get(prefix) ?? '') + text).split('\n');
      rests.set(prefix, lines.pop() ?? '');
      for (const line of lines) {
        if (!line.endsWith(endMark)) addLine(prefix + line);
        else if (complete.add(prefix) && line !== endMark) addLine(prefix + line.slice(0, -endMark.length));
      }
    },
    isComplete: () => complete.size === 2,
    end() {
      for (const [prefix, rest] of rests) if (rest !== '') addLine(prefix + rest);
      return { log: log.slice(0, MAX_LOG), isOutOfMemory: /out of memory|allocation failed|bad_alloc/i.test(errors) };
    },
  };
}

/** Postgres stores no NUL, and terminals obey escape sequences. */
export function clean(text: string): string {
  return text.replace(/[\p{Cc}--[\t\n]]/gv, '\ufffd').slice(0, 4_000);
}
