/** Parses what a module exports as `config`. */
import { parseCronItem } from 'graphile-worker';
import { z } from 'zod';
import { isReservedVariable } from '#src/platform/function-settings.ts';
import { FUNCTION_ACCESS, FUNCTION_EVENTS, FUNCTION_METHODS } from './contract.ts';

const MAX_TIMEOUT_SECONDS = 60;
const MAX_MEMORY_MB = 512;

const Http = z.strictObject({
  methods: z
    .array(z.enum(FUNCTION_METHODS, `must be one of ${FUNCTION_METHODS.join(', ')}`))
    .min(1)
    .default(['GET']),
  access: z.enum(FUNCTION_ACCESS, `must be one of ${FUNCTION_ACCESS.join(', ')}`).default('public'),
});

const FunctionConfig = z
  .strictObject({
    description: z.string().max(200).default(''),
    http: Http.optional(),
    events: z.array(z.enum(FUNCTION_EVENTS, `must be one of ${FUNCTION_EVENTS.join(', ')}`)).default([]),
    schedule: z
      .string()
      .max(100)
      .refine((text) => findMatcher(text) !== undefined, 'must be a cron expression, for example "0 7 * * 1"')
      .optional(),
    env: z
      .array(
        z
          .string()
          .regex(/^[A-Z_][A-Z0-9_]{0,99}$/, 'must be names such as CHAT_URL')
          .refine((name) => !isReservedVariable(name), 'contains a variable that functions may not read'),
      )
      .max(50)
      .default([]),
    scopes: z.array(z.enum(['read', 'write'], 'must be "read" or "write"')).default([]),
    timeout: z.number().min(1).max(MAX_TIMEOUT_SECONDS).default(10),
    memory: z.int().min(32).max(MAX_MEMORY_MB).default(128),
  })
  .refine(({ http, events, schedule }) => http !== undefined || events.length > 0 || schedule !== undefined, {
    message: 'has no trigger: set http, events or schedule',
  });
export type FunctionConfig = z.output<typeof FunctionConfig>;

/** Returns the configuration, or what is wrong with it. */
export function parseFunctionConfig(exported: unknown): { config: FunctionConfig } | { problem: string } {
  if (exported === null) return { problem: 'The module does not export `config`.' };
  const parsed = FunctionConfig.safeParse(exported);
  if (parsed.success) return { config: parsed.data };
  return { problem: parsed.error.issues.map(({ path, message }) => `${['config', ...path].join('.')}: ${message}`).join('; ') };
}

type Matcher = (time: Date) => boolean;

/** Returns a function that says whether a schedule runs in a minute, by UTC; undefined for an invalid expression. */
export function findMatcher(schedule: string): Matcher | undefined {
  try {
    const { match } = parseCronItem({ task: 'function', match: schedule });
    return (time) =>
      match({
        min: time.getUTCMinutes(),
        hour: time.getUTCHours(),
        date: time.getUTCDate(),
        month: time.getUTCMonth() + 1,
        dow: time.getUTCDay(),
      });
  } catch {
    return undefined;
  }
}

const MINUTE = 60_000;
/** 31 days. */
const MAX_MINUTES = 44_640;

/** Returns the next minute of a schedule after a time, within a month. */
export function findNextRun(schedule: string, after: Date): Date | undefined {
  const matches = findMatcher(schedule);
  const start = Math.floor(after.getTime() / MINUTE);
  for (let minute = start + 1; matches !== undefined && minute <= start + MAX_MINUTES; minute++) {
    const time = new Date(minute * MINUTE);
    if (matches(time)) return time;
  }
  return undefined;
}

/** Returns the last minute of a schedule after `from`, up to and including `until`. */
export function findLastRun(schedule: string, from: Date, until: Date): Date | undefined {
  const matches = findMatcher(schedule);
  for (let minute = Math.floor(until.getTime() / MINUTE); matches !== undefined && minute * MINUTE > from.getTime(); minute--) {
    const time = new Date(minute * MINUTE);
    if (matches(time)) return time;
  }
  return undefined;
}
