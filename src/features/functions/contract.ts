/** What a function declares, and functions and their runs as administrators see them. Times are ISO 8601 in UTC. */
import { z } from 'zod';
import { WEBHOOK_EVENT_TYPES } from '#src/features/webhooks/contract.ts';

/** Also the events of webhooks. */
export const FUNCTION_EVENTS = [...WEBHOOK_EVENT_TYPES, 'message.received', 'subscriber.confirmed'] as const;
export type FunctionEventType = (typeof FUNCTION_EVENTS)[number];

/** Events that a run can be tried with: the newest object of the site is their data. */
export const SAMPLE_EVENTS: readonly string[] = ['tale.published', 'tale.updated', 'message.received', 'subscriber.confirmed'];

export const FUNCTION_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
/** Who may call a function: everyone, everyone who is logged in, or users with a permission. */
export const FUNCTION_ACCESS = ['public', 'user', 'submitTales', 'translateTales', 'editTales', 'manageSite'] as const;

export const FunctionName = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,49}$/)
  .describe('Name of the function.');

export const FunctionView = z
  .object({
    name: z.string(),
    description: z.string(),
    problem: z.string().describe('Why it does not work; empty if it does.'),
    url: z.string().nullable().describe('Its URL, if it answers requests.'),
    methods: z.array(z.enum(FUNCTION_METHODS)),
    access: z.enum(FUNCTION_ACCESS).nullable(),
    events: z.array(z.enum(FUNCTION_EVENTS)),
    schedule: z.string().nullable().describe('Cron expression, in UTC.'),
    next_run_at: z.string().nullable().describe('The next run of the schedule within a month.'),
    env: z.array(z.string()).describe('Names of environment variables that it may read.'),
    missing_env: z.array(z.string()).describe('Those of them that are not set.'),
    scopes: z.array(z.enum(['read', 'write'])),
    timeout: z.number().describe('Seconds.'),
    memory: z.number().describe('MB.'),
    last_run: z.object({ status: z.string(), at: z.string() }).nullable().describe('The newest run.'),
    runs: z.int().describe('Runs of the last 7 days.'),
    failures: z.int().describe('Failed runs of the last 7 days.'),
  })
  .meta({ id: 'Function', description: 'A function of the operator.' });
export type FunctionView = z.infer<typeof FunctionView>;

export const FunctionList = z
  .object({ folder: z.string().describe('Where modules are found.'), functions: z.array(FunctionView), next: z.null() })
  .meta({ id: 'FunctionList', description: 'All functions.' });
export type FunctionList = z.infer<typeof FunctionList>;

export const RUN_STATUSES = ['queued', 'running', 'succeeded', 'failed', 'interrupted'] as const;
export const RUN_TRIGGERS = ['http', 'event', 'schedule', 'manual'] as const;

export const FunctionRun = z
  .object({
    id: z.uuid(),
    function: z.string(),
    trigger: z.enum(RUN_TRIGGERS),
    subject: z.string().describe('Type of the event, or method and path.'),
    status: z.enum(RUN_STATUSES).describe('`interrupted`: the site ended during the run.'),
    attempt: z.int(),
    created_at: z.string(),
    duration_ms: z.int().nullable(),
    memory_mb: z.int().nullable(),
    http_status: z.int().nullable(),
    error: z.string(),
    log: z.string().describe('What it wrote. Lines of the error output begin with "! ".'),
  })
  .meta({ id: 'FunctionRun', description: 'A run of a function.' });
export type FunctionRun = z.infer<typeof FunctionRun>;

export const FunctionRunPage = z
  .object({ runs: z.array(FunctionRun), next: z.string().nullable() })
  .meta({ id: 'FunctionRunPage', description: 'A page of runs, newest first.' });
export type FunctionRunPage = z.infer<typeof FunctionRunPage>;
