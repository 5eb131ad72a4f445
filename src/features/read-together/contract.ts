import { z } from 'zod';

/** Guests of a session, without the reader who began it. */
export const MAX_GUESTS = 30;

/** `story`: any guest can be handed the lead. `class`: the teacher leads. */
export const Mode = z.enum(['story', 'class']);
export type Mode = z.infer<typeof Mode>;

const Offset = z.int().min(0).max(1_000_000);

/**
 * Where the leader is: a sentence by its block and character offsets in it (the title is block -1), as in `text-to-speech`. `isPage`: the
 * first one on the screen, rather than the one being read.
 */
export const Position = z.strictObject({ block: z.int().min(-1).max(10_000), start: Offset, end: Offset, isPage: z.boolean() });
export type Position = z.infer<typeof Position>;

/** What members tell about themselves. Never stored longer than they are connected. */
export const MemberInput = z.strictObject({
  name: z
    .string()
    .trim()
    .max(30)
    .regex(/^[^\p{Cc}\p{Cf}<>@/]*$/u),
  /** Looking around on their own. */
  isAway: z.boolean(),
});
export type MemberInput = z.infer<typeof MemberInput>;

/** What members see of each other. `key`: by which the server knows them after reconnecting. */
export type Member = MemberInput & { key: string };

/** State of the session, sent to everyone who joins. */
export type SessionState = { me: string; host: string; leader: string; mode: Mode; position: Position | null };

/** A running session, as found by its code. */
export const SessionView = z
  .object({
    code: z.string(),
    room: z.string().describe('Last part of the name of its realtime channel, `together:{room}`.'),
    tale: z.string().describe('Slug of the tale.'),
  })
  .meta({ id: 'ReadingSession', description: 'A running session of reading a tale together.' });
export type SessionView = z.infer<typeof SessionView>;

export const NewSession = z
  .strictObject({ tale: z.uuid().describe('Id of the tale.') })
  .meta({ id: 'NewReadingSession', description: 'The tale to read together.' });

export const StartedSession = z
  .object({
    code: z.string().describe('Three words, the last part of the link for guests.'),
    token: z.string().describe('Secret of the reader who began, sent when joining the channel.'),
  })
  .meta({ id: 'StartedReadingSession', description: 'A session that was just started.' });
export type StartedSession = z.infer<typeof StartedSession>;
