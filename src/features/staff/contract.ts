import { z } from 'zod';

/** What administrators see and send. Times are ISO in UTC. */

const Time = z.string();
const Next = z.string().nullable().describe('Pass it back as `after` for the next page.');
/** A cursor that a list has given. */
export const After = z
  .string()
  .regex(/^[A-Za-z0-9_-]{0,600}$/, 'This place in the list is unknown.')
  .default('');
/** What is searched for. */
export const Words = z
  .string()
  .max(200, 'Search for at most 200 characters.')
  .transform((text) =>
    text
      .normalize('NFC')
      .replace(/[\p{Cc}\p{Cs}]/gu, ' ')
      .trim(),
  )
  .default('');

export const ROLES = ['user', 'admin'] as const;
export const USER_STATES = ['active', 'unverified', 'disabled'] as const;
export const Role = z.enum(ROLES);
export type Role = z.infer<typeof Role>;

export const StaffUser = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: Role,
  isVerified: z.boolean(),
  isDisabled: z.boolean(),
  hasSecondFactor: z.boolean().describe('Either of the next two.'),
  hasTwoFactor: z.boolean().describe('Logs in with a password and a code.'),
  hasPasskey: z.boolean(),
  createdAt: Time,
  /** The latest visit of the sessions that are open; null when there is none. */
  lastSeenAt: Time.nullable(),
});
export type StaffUser = z.infer<typeof StaffUser>;
export const StaffUserPage = z.object({ users: z.array(StaffUser), next: Next });
export type StaffUserPage = z.infer<typeof StaffUserPage>;

export const UserQuery = z.strictObject({ q: Words, role: Role.optional(), state: z.enum(USER_STATES).optional(), after: After });
export type UserQuery = z.infer<typeof UserQuery>;

export const UserChange = z
  .strictObject({ role: Role.optional(), disabled: z.boolean().optional() })
  .refine(({ role, disabled }) => role !== undefined || disabled !== undefined, 'Say what to change.');
export type UserChange = z.infer<typeof UserChange>;

export const LogEntry = z.object({
  id: z.string(),
  at: Time,
  /** Null with `bySite`: the site itself or a command on the server. Null without: an account that is gone. */
  actor: z.string().nullable(),
  bySite: z.boolean(),
  action: z.string(),
  /** `name` where it is known and not gone. */
  subject: z.object({ kind: z.string(), id: z.string(), name: z.string().nullable() }),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});
export type LogEntry = z.infer<typeof LogEntry>;
export const LogPage = z.object({ entries: z.array(LogEntry), next: Next });
export type LogPage = z.infer<typeof LogPage>;

export const LogQuery = z.strictObject({ after: After });
export type LogQuery = z.infer<typeof LogQuery>;

/** A mail that will not be tried again by itself. Its text is shown to nobody. */
export const StaffMail = z.object({
  id: z.string(),
  to: z.string(),
  /** Which kind of mail, as `verify`. */
  template: z.string(),
  subject: z.string(),
  createdAt: Time,
  /** Since it was queued. */
  tries: z.number(),
  /** Codes of the mail server or the network; null when its job ended otherwise. */
  lastError: z.string().nullable(),
});
export type StaffMail = z.infer<typeof StaffMail>;
export const StaffMailPage = z.object({
  mails: z.array(StaffMail),
  next: z.string().nullable().describe('Pass it back as `before` for the next page.'),
});
export type StaffMailPage = z.infer<typeof StaffMailPage>;

export const StaffMailQuery = z.strictObject({ before: z.uuid('This place in the list is unknown.').optional() });
