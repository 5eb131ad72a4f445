/** Channels with their members in this process, connected with the other processes by notifications of Postgres. */
import { createHash, randomUUID } from 'node:crypto';
import { HEARTBEAT_MS, type Json, type LeftCode, MAX_CHANNELS, type ServerMessage } from '#src/api-client/realtime-protocol.ts';
import type { ConnectedUser } from '#src/features/accounts/accounts.ts';
import type { Db } from '#src/platform/db/db.ts';
import type { Listener } from '#src/platform/db/listen.ts';
import { unavailable } from '#src/platform/errors.ts';
import type { Log } from '#src/platform/log.ts';
import { errorMessage, NOTICES, parseNotice, publish, publishPeople } from './notices.ts';
import { addPresence, changePresence, listPeople, type PresenceRow, removePresence, renewPresence } from './presence-rows.ts';

export { publish } from './notices.ts';

/** Who a connection belongs to; null for guests. */
export type ChannelUser = ConnectedUser | null;
type Params = Readonly<Record<string, string>>;
type Introduction = { data: Json; token: string | undefined };
/** A broadcast, and the `key` of the member that sends it. */
export type SentEvent = { event: string; data: Json; key: string | null; memberId: string };

/** Who may use a kind of channel, and what its members get. */
export type ChannelRule = {
  /** Name with parameters: `tale:{id}`. A parameter is made of letters, digits, `_` and `-`. */
  pattern: string;
  /** For the documentation. */
  about: string;
  /** Asked when joining, and again every minute. */
  mayJoin(user: ChannelUser, params: Params): boolean | Promise<boolean>;
  /** Default: nobody. May store what the event changes. `sent` is undefined for a broadcast over HTTP. */
  mayBroadcast?(user: ChannelUser, params: Params, sent?: SentEvent): boolean | Promise<boolean>;
  /** Members see each other. */
  hasPresence?: boolean;
  /** Members are recorded as with presence, but not shown, so that triggers notify only when somebody listens. */
  isRecorded?: boolean;
  /** Recorded members over all processes; for the one who joins. Default 200. */
  maxPeople?(params: Params, key: string | null): Promise<number>;
  /** For channels of guests, without accounts: what others see of a member; undefined for malformed data. `key`: hash of the member's token. */
  present?(data: Json, key: string | null): Json | undefined;
  /** Sent with `joined`. */
  state?(user: ChannelUser, params: Params, key: string | null): Promise<unknown>;
  /** Changes the data of events for a member. */
  personalize?(user: ChannelUser, event: string, data: unknown): unknown;
};

export type Connection = {
  join(channel: string, data?: Json, token?: string): Promise<void>;
  leave(channel: string): void;
  setPresence(channel: string, data: Json): Promise<void>;
  broadcast(channel: string, event: string, data: Json): Promise<void>;
  /** Leaves all channels. Idempotent. */
  end(): void;
};

type Peer = {
  user: ChannelUser;
  /** Finds the user again: null when the session has ended. */
  identify(): Promise<ChannelUser>;
  send(message: ServerMessage): void;
  /** Called when the session has ended, and at shutdown. */
  close(reason: 'signedOut' | 'goingAway'): void;
};

type Member = PresenceRow & { peer: Peer; rule: ChannelRule; params: Params; key: string | null; lastPeople: string };

type HubDeps = {
  db: Db;
  rules: readonly ChannelRule[];
  /** Listens to a Postgres channel. Called with the first member. */
  listen(channel: string, onNotice: (payload: string) => void, onConnect: (client: unknown, isAgain: boolean) => void): Promise<Listener>;
  log: Pick<Log, 'warn'>;
  /** Members without a heartbeat for three intervals are ignored, ms. */
  heartbeatMs?: number;
};

export type Hub = ReturnType<typeof createHub>;

const MAX_PEOPLE = 200;
/** Recorded connections of an account in a channel, over all processes. */
const MAX_PER_USER = 20;

export function createHub({ db, rules, listen, log, heartbeatMs = HEARTBEAT_MS }: HubDeps) {
  const matchers = rules.map((rule) => ({
    rule,
    pattern: new RegExp(`^${rule.pattern.replaceAll(/\{(\w+)\}/g, '(?<$1>[A-Za-z0-9_-]{1,64})')}$`),
  }));
  const channels = new Map<string, Set<Member>>();
  const peers = new Map<Peer, Map<string, Member>>();
  /** Channels whose people are being read; true if they changed meanwhile. */
  const reading = new Map<string, boolean>();
  const maxAgeSeconds = (3 * heartbeatMs) / 1000;
  let listening: Promise<Listener> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let heartbeats = 0;
  /** A row is removed after it, or it would be inserted again. */
  let renewing = Promise.resolve();
  let isClosed = false;

  return { connect, close, mayBroadcast, size: () => peers.size, isClosed: () => isClosed };

  /** Adds a connection. The caller ends it. @throws AppError 503 during shutdown */
  function connect(peer: Peer): Connection {
    if (isClosed) throw unavailable('stopping', 2);
    const joined = new Map<string, Member>();
    peers.set(peer, joined);
    timer ??= setInterval(() => void beat(), heartbeatMs).unref();
    return {
      join: (channel, data = null, token) => join(peer, joined, channel, { data, token }),
      leave: (channel) => drop(joined.get(channel)),
      async setPresence(channel, data) {
        const member = joined.get(channel);
        if (member === undefined) return peer.send(errorMessage('not_joined', 'Join the channel first.', channel));
        const shown = member.rule.present === undefined ? data : member.rule.present(data, member.key);
        if (shown === undefined) return peer.send(errorMessage('bad_message', 'The data is malformed.', channel));
        member.data = shown;
        if (member.rule.hasPresence !== true) return;
        await changePresence(db, member.id, shown);
        await publishPeople(db, channel);
      },
      async broadcast(channel, event, data) {
        const member = joined.get(channel);
        if (member === undefined) return peer.send(errorMessage('not_joined', 'Join the channel first.', channel));
        const sent = { event, data, key: member.key, memberId: member.id };
        if ((await member.rule.mayBroadcast?.(peer.user, member.params, sent)) !== true)
          return peer.send(errorMessage('not_allowed', 'You may not send this to the channel.', channel));
        await publish(db, channel, event, data, member.id);
      },
      end() {
        peers.delete(peer);
        for (const member of [...joined.values()]) drop(member);
      },
    };
  }

  async function join(peer: Peer, joined: Map<string, Member>, channel: string, { data, token }: Introduction): Promise<void> {
    const refuse = (code: LeftCode, message: string) => peer.send({ type: 'left', channel, code, message });
    const found = findRule(channel);
    if (found === undefined) return refuse('unknown_channel', 'There is no such channel.');
    if (joined.size >= MAX_CHANNELS) return refuse('too_many_channels', `A connection has at most ${MAX_CHANNELS} channels.`);
    if (joined.has(channel)) return;
    const { rule, params } = found;
    const key = token === undefined ? null : createHash('sha256').update(token).digest('base64url');
    const shown = rule.present === undefined ? data : rule.present(data, key);
    if (shown === undefined) return refuse('not_allowed', 'The data is malformed.');
    const userId = rule.present === undefined ? (peer.user?.id ?? null) : null;
    const member: Member = { id: randomUUID(), channel, userId, since: new Date(), data: shown, peer, rule, params, key, lastPeople: '' };
    // Reserved, so that a second message does not join twice.
    joined.set(channel, member);
    const undo = (code: LeftCode, message: string) => {
      drop(member);
      refuse(code, message);
    };
    try {
      if (!(await rule.mayJoin(peer.user, params)))
        return peer.user === null ? undo('signed_out', 'Please log in.') : undo('not_allowed', 'You may not join this channel.');
      listening ??= listen(NOTICES, onNotice, (_, isAgain) => isAgain && void onListeningAgain());
      await listening;
      // From now on it gets events: what is read below may be older than an event, never newer than a missed one.
      membersOf(channel).add(member);
      if (isRecorded(rule)) {
        const perChannel = (await rule.maxPeople?.(params, key)) ?? MAX_PEOPLE;
        const since = await addPresence(db, member, { perChannel, perUser: MAX_PER_USER, maxAgeSeconds });
        if (since === null) return undo('full', 'This channel is full.');
        member.since = since;
      }
      await sendJoined(member);
      if (rule.hasPresence === true) await publishPeople(db, channel);
    } catch (error) {
      log.warn({ event: 'realtime_join_failed', channel, error }, 'Joining a realtime channel failed');
      undo('unavailable', 'Not available at the moment. Please try again.');
    }
  }

  function findRule(channel: string): { rule: ChannelRule; params: Params } | undefined {
    for (const { rule, pattern } of matchers) {
      const params = pattern.exec(channel);
      if (params !== null) return { rule, params: { ...params.groups } };
    }
    return undefined;
  }

  function membersOf(channel: string): Set<Member> {
    const members = channels.get(channel) ?? new Set();
    channels.set(channel, members);
    return members;
  }

  function renew(): Promise<void> {
    renewing = renewPresence(db, listRecorded()).catch(() => {});
    return renewing;
  }

  function listRecorded(): Member[] {
    return [...channels.values()].flatMap((members) => [...members].filter(({ rule }) => isRecorded(rule)));
  }

  async function sendJoined(member: Member): Promise<void> {
    const { channel, peer, rule, params, id, key } = member;
    const state = (await rule.state?.(peer.user, params, key)) ?? null;
    if (channels.get(channel)?.has(member) === true) peer.send({ type: 'joined', channel, me: id, state });
  }

  function drop(member: Member | undefined): void {
    if (member === undefined) return;
    peers.get(member.peer)?.delete(member.channel);
    const members = channels.get(member.channel);
    if (members?.delete(member) !== true) return;
    if (members.size === 0) channels.delete(member.channel);
    // `close` removes all rows at once. If this fails, the row expires.
    if (isRecorded(member.rule) && !isClosed)
      renewing
        .then(() => removePresence(db, [member.id]))
        .then(() => (member.rule.hasPresence === true ? publishPeople(db, member.channel) : undefined))
        .catch(() => {});
  }

  /** Whether a user may broadcast to a channel without joining it. */
  async function mayBroadcast(user: ChannelUser, channel: string): Promise<boolean> {
    const found = findRule(channel);
    return (await found?.rule.mayBroadcast?.(user, found.params)) === true;
  }

  function onNotice(payload: string): void {
    const notice = parseNotice(payload);
    if (notice === undefined) return;
    const { channel, event, data, from } = notice;
    if (event === undefined) return void sendPeople(channel);
    for (const { peer, rule } of channels.get(channel) ?? []) {
      const seen = rule.personalize === undefined ? data : rule.personalize(peer.user, event, data);
      peer.send({ type: 'event', channel, event, data: seen, ...(from !== undefined && { from }) });
    }
  }

  async function onListeningAgain(): Promise<void> {
    // First, because triggers must find the members: the table is empty after a crash of the database.
    await renew();
    for (const [channel, members] of [...channels]) {
      for (const member of [...members]) await sendJoined(member).catch(() => {});
      await sendPeople(channel);
    }
  }

  /** Sends the people of a channel to its members in this process, if they have changed. One reads at a time. */
  async function sendPeople(channel: string): Promise<void> {
    const members = channels.get(channel);
    if (members === undefined || ![...members].some(({ rule }) => rule.hasPresence)) return;
    if (reading.has(channel)) return void reading.set(channel, true);
    reading.set(channel, false);
    const listed = await listPeople(db, channel, maxAgeSeconds).catch(() => undefined);
    for (const member of (listed && channels.get(channel)) ?? []) {
      const people = (listed ?? []).map(({ userId, since, ...person }) => ({
        ...{ ...person, since: since.toISOString() },
        is_me: userId === null ? person.id === member.id : userId === member.userId,
      }));
      const text = JSON.stringify(people);
      if (text !== member.lastPeople) member.peer.send({ type: 'people', channel, people });
      member.lastPeople = text;
    }
    const isOutdated = reading.get(channel) === true;
    reading.delete(channel);
    if (isOutdated) await sendPeople(channel);
  }

  async function beat(): Promise<void> {
    heartbeats += 1;
    await renew();
    if (heartbeats % 2 === 0) for (const [peer, joined] of [...peers]) await recheck(peer, joined).catch(() => {});
    // Members of killed processes expire without a notification.
    for (const channel of [...channels.keys()]) await sendPeople(channel);
  }

  /** Ends what the user has lost access to. */
  async function recheck(peer: Peer, joined: ReadonlyMap<string, Member>): Promise<void> {
    if (peer.user !== null) {
      const user = await peer.identify();
      if (user === null) return peer.close('signedOut');
      peer.user = user;
    }
    for (const member of [...joined.values()]) {
      if (await member.rule.mayJoin(peer.user, member.params)) continue;
      drop(member);
      peer.send({ type: 'left', channel: member.channel, code: 'not_allowed', message: 'You may no longer use this channel.' });
    }
  }

  /** Ends all connections, so that shutdown need not wait for them, and rejects new ones. */
  async function close(): Promise<void> {
    isClosed = true;
    clearInterval(timer);
    const recorded = listRecorded();
    for (const peer of [...peers.keys()]) peer.close('goingAway');
    channels.clear();
    const ids = recorded.map(({ id }) => id);
    if (ids.length > 0) await renewing.then(() => removePresence(db, ids)).catch(() => {});
    const shown = new Set(recorded.filter(({ rule }) => rule.hasPresence).map(({ channel }) => channel));
    for (const channel of shown) await publishPeople(db, channel).catch(() => {});
    await (await listening)?.close();
  }
}

const isRecorded = (rule: ChannelRule): boolean => rule.hasPresence === true || rule.isRecorded === true;
