/** All channels of the realtime WebSocket: who may join, who may send, what members get. */
import { togetherChannel } from '#src/features/read-together/read-together.ts';
import type { ChannelRule } from '#src/features/realtime/realtime.ts';
import { taleChannel } from '#src/features/tales/admin/presence/presence.ts';
import { can, type Permission } from '#src/permissions.ts';
import type { Db } from '#src/platform/db/db.ts';
import type { Log } from '#src/platform/log.ts';

/** What management screens show, with the permission for the screen. Triggers send the events: db/migrations/0085_change_notices.sql, 0090, 0091. */
export const CHANGES: ReadonlyMap<string, Permission> = new Map([
  ['tales', 'editTales'],
  ['editing', 'editTales'],
  ['imports', 'editTales'],
  ['media', 'editTales'],
  ['newsletter', 'editTales'],
  ['submissions', 'editTales'],
  ['suggestions', 'editTales'],
  ['authors', 'editTales'],
  ['categories', 'editTales'],
  ['collections', 'editTales'],
  ['files', 'editTales'],
  ['messages', 'manageSite'],
  ['users', 'manageSite'],
  ['audit-log', 'manageSite'],
  ['webhooks', 'manageSite'],
  ['pages', 'manageSite'],
  ['settings', 'manageSite'],
]);

/** Triggers notify only when somebody is in the channel. */
const WATCHED = { isRecorded: true, maxPeople: async () => 10_000 };

export function channelRules(db: Db, log: Pick<Log, 'warn'>): ChannelRule[] {
  return [
    taleChannel(db),
    togetherChannel(db, log),
    {
      pattern: 'changes:{what}',
      about: 'Changes of what a management screen lists (event `changed`): the ids, at most 50, or null for many.',
      ...WATCHED,
      mayJoin: (user, { what = '' }) => {
        const permission = CHANGES.get(what);
        return permission !== undefined && can(user?.role, permission);
      },
    },
    {
      pattern: 'account:{id}',
      about:
        'Changes of what an account keeps (events `library` and `settings`), for its devices. `by` is the device that made the change.',
      ...WATCHED,
      mayJoin: (user, { id }) => user !== null && user.id === id,
    },
    {
      pattern: 'topic:{name}',
      about: 'Events that editors and programs send to everybody who listens, such as a screen in a library. Names are free.',
      mayJoin: () => true,
      mayBroadcast: (user) => can(user?.role, 'editTales'),
    },
  ];
}
