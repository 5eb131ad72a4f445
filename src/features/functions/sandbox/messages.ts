/** What the site and the process of a function say to each other: one JSON value a line. Messages of the process are not trusted. */
import { z } from 'zod';

/** As HTTP allows them, so that none adds another. */
const HeaderName = z.string().regex(/^[!#$%&'*+.^_`|~\w-]{1,100}$/);
const HeaderValue = z.string().regex(/^[\t\x20-\x7e\x80-\xff]{0,8000}$/);
const Headers = z.array(z.tuple([HeaderName, HeaderValue])).max(200);

/** Messages of the process. `body`: base64, checked by no pattern, because it may be large. */
export const ToHost = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('described'), config: z.unknown(), hasHandler: z.boolean(), memoryMb: z.number().optional() }),
  z.object({ kind: z.literal('done'), memoryMb: z.number().optional() }),
  z.object({ kind: z.literal('response'), status: z.int(), headers: Headers, body: z.string(), memoryMb: z.number().optional() }),
  z.object({ kind: z.literal('failed'), message: z.string(), stack: z.string(), memoryMb: z.number().optional() }),
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

/** The only message to the process, besides replies. `code`: the module as JavaScript; without it, the process reads the file. */
export type TaskMessage = Task & { code?: string | undefined };
