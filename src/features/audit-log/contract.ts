import { z } from 'zod';

export const LogEntry = z
  .object({
    id: z.string(),
    at: z.string(),
    actor: z
      .string()
      .nullable()
      .describe('Who did it. Null with `bySite`: the site or a command on the server; null otherwise: a deleted account.'),
    bySite: z.boolean(),
    action: z.string(),
    subject: z
      .object({ kind: z.string(), id: z.string(), name: z.string().nullable() })
      .describe('What it was done to; `name` is null if it is unknown or deleted.'),
    details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  })
  .meta({ id: 'AuditLogEntry', description: 'An entry of the audit log.' });
export type LogEntry = z.infer<typeof LogEntry>;
export const LogPage = z
  .object({ entries: z.array(LogEntry), next: z.string().nullable().describe('Pass it back as `after` for the next page.') })
  .meta({ id: 'AuditLogPage', description: 'One page of the audit log.' });
export type LogPage = z.infer<typeof LogPage>;
