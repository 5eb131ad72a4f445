import { z } from 'zod';
import { ROLES } from '#src/permissions.ts';
import { ListCursor, SearchText } from '#src/platform/http/list-query.ts';

/** ISO 8601 in UTC. */
const Time = z.string();
const USER_STATES = ['active', 'unverified', 'disabled'] as const;
const Role = z.enum(ROLES);

export const ManagedUser = z
  .object({
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
    lastSeenAt: Time.nullable().describe('Last request of any open session; null if there is none.'),
  })
  .meta({ id: 'User', description: 'A user as administrators see it.' });
export type ManagedUser = z.infer<typeof ManagedUser>;
export const UserPage = z
  .object({ users: z.array(ManagedUser), next: z.string().nullable().describe('Pass it back as `after` for the next page.') })
  .meta({ id: 'UserPage', description: 'One page of users.' });
export type UserPage = z.infer<typeof UserPage>;

export const UserQuery = z.strictObject({ q: SearchText, role: Role.optional(), state: z.enum(USER_STATES).optional(), after: ListCursor });
export type UserQuery = z.infer<typeof UserQuery>;

export const UserChange = z
  .strictObject({ role: Role.optional(), disabled: z.boolean().optional() })
  .refine(({ role, disabled }) => role !== undefined || disabled !== undefined, 'Say what to change.')
  .meta({ id: 'UserChange', description: 'Changed fields of a user; omitted fields stay unchanged.' });
export type UserChange = z.infer<typeof UserChange>;

export const Invitation = z
  .object({
    id: z.uuid(),
    email: z.string(),
    role: Role,
    invitedBy: z.string(),
    createdAt: Time,
    expiresAt: Time,
    isExpired: z.boolean(),
  })
  .meta({ id: 'Invitation', description: 'An invitation that was not accepted yet.' });
export type Invitation = z.infer<typeof Invitation>;

export const InvitationList = z
  .object({ invitations: z.array(Invitation) })
  .meta({ id: 'InvitationList', description: 'All open invitations.' });
export type InvitationList = z.infer<typeof InvitationList>;

export const SentInvitation = z
  .object({
    invitation: Invitation,
    link: z.string().nullable().describe('The link, to be passed on, if there is no mail server; otherwise null.'),
  })
  .meta({ id: 'SentInvitation', description: 'An invitation whose link was just created.' });
export type SentInvitation = z.infer<typeof SentInvitation>;
