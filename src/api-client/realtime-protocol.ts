/** Messages of the realtime WebSocket, JSON text frames in both directions, and their limits. Browser-safe. */

/** Both ends send a heartbeat this often, and take a connection without an answer for dead. */
export const HEARTBEAT_MS = 30_000;
/** Time for connecting and for the answer to a heartbeat. */
export const TIMEOUT_MS = 10_000;
/** Pauses before reconnecting. The last one repeats. */
export const RECONNECT_DELAYS_MS = [1_000, 2_000, 5_000, 10_000] as const;

export const MAX_MESSAGE_BYTES = 8 * 1024;
/** Data of a broadcast or of presence as JSON, bytes. Notifications of Postgres hold less than 8,000. */
export const MAX_DATA_BYTES = 4 * 1024;
export const MAX_CHANNELS = 20;

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

export type ClientMessage =
  /** `data`: what others see of this member, in channels with presence. `token`: a secret by which some channels know a guest again. */
  | { type: 'join'; channel: string; data?: Json; token?: string }
  | { type: 'leave'; channel: string }
  /** Changes what others see of this member. */
  | { type: 'presence'; channel: string; data: Json }
  /** Sends an event to all members of the channel, the sender included. */
  | { type: 'broadcast'; channel: string; event: string; data: Json }
  | { type: 'ping' };

export type ServerMessage =
  /** Also when events may have been missed. `state`: depends on the channel. `me`: the id of this member. */
  | { type: 'joined'; channel: string; me: string; state: unknown }
  | { type: 'people'; channel: string; people: Person[] }
  /** `from`: id of the member that sent it; absent for changes of the database and programs. */
  | { type: 'event'; channel: string; event: string; data: unknown; from?: string }
  /** The channel was refused, or access to it ended. */
  | { type: 'left'; channel: string; code: LeftCode; message: string }
  /** A message was rejected. */
  | { type: 'error'; code: ErrorCode; message: string; channel?: string }
  | { type: 'pong' };

export type LeftCode = 'unknown_channel' | 'not_allowed' | 'signed_out' | 'too_many_channels' | 'full' | 'unavailable';
export type ErrorCode = 'bad_message' | 'not_joined' | 'not_allowed' | 'too_large' | 'too_many' | 'unavailable';

/** A member of a channel with presence. Several connections of one account are one person. */
export type Person = {
  id: string;
  /** Name of the account; null for guests. */
  name: string | null;
  /** ISO 8601. */
  since: string;
  is_me: boolean;
  data: Json;
};

/** Close codes of the WebSocket beyond those of RFC 6455. */
export const CLOSE = {
  /** The server stops or restarts. Reconnect. */
  goingAway: 1001,
  /** The session has ended. Do not reconnect. */
  signedOut: 4401,
  /** Too many connections or messages. Reconnect later. */
  tooMany: 4429,
} as const;
