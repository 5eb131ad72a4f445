/** The connection of this page to a session: state for rendering, and what members may do. */
import { apiRequest } from '#src/api-client/api-request.ts';
import { type Channel, joinChannel } from '#src/api-client/realtime-client.ts';
import type { Json, Person } from '#src/api-client/realtime-protocol.ts';
import { navigate } from '#src/ui/navigate.ts';
import { newId } from '#src/ui/new-id.ts';
import { readSessionValue, writeSessionValue } from '#src/ui/session-value.ts';
import { urls } from '#src/urls.ts';
import type { Member, Mode, Position, SessionState, StartedSession } from '../contract.ts';

export type Wave = { id: number; name: string };

/** `connecting` before the first state of the session has come. */
export type Status = 'connecting' | 'connected' | 'reconnecting' | 'ended' | 'full';

export type SessionValue = Omit<SessionState, 'position'> & {
  status: Status;
  /** Everyone in the session, earliest first, this member included. */
  people: readonly Member[];
  /** Waves of the last seconds. */
  waves: readonly Wave[];
};

type Options = { room: string; token: string; name: string; onPosition: (position: Position, isFirst: boolean) => void };

const WAVE_MS = 4_000;

export class TogetherSession {
  #value: SessionValue = { status: 'connecting', me: '', host: '', leader: '', mode: 'story', people: [], waves: [] };
  readonly #listeners = new Set<() => void>();
  readonly #options: Options;
  /** Keys of members by the ids of their connections. */
  #keys = new Map<string, string>();
  #channel: Channel | undefined;
  #self: { name: string; isAway: boolean };
  /** Sent when connected again. */
  #unsent: Position | null = null;
  #waves = 0;

  constructor(options: Options) {
    this.#options = options;
    this.#self = { name: options.name, isAway: false };
  }

  readonly read = (): SessionValue => this.#value;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly isLeader = (): boolean => this.#value.me !== '' && this.#value.me === this.#value.leader;
  readonly isHost = (): boolean => this.#value.me !== '' && this.#value.me === this.#value.host;

  /** Joins, also again after the session was full. Returns a function to leave. */
  join(): () => void {
    this.#show({ status: 'connecting' });
    const { room, token } = this.#options;
    const channel = joinChannel(
      `together:${room}`,
      {
        onJoined: (state) => this.#joined(state as SessionState),
        onEvent: (event, data, from) => this.#received(event, data, from),
        onPeople: (people) => this.#met(people),
        onDisconnect: () => this.#show({ status: 'reconnecting' }),
        onLeft: (code) => this.#show({ status: code === 'full' ? 'full' : 'ended' }),
      },
      { data: this.#self, token },
    );
    this.#channel = channel;
    return () => {
      channel.leave();
      this.#channel = undefined;
    };
  }

  /** Changes what the others see of this member. */
  introduce(change: Partial<{ name: string; isAway: boolean }>): void {
    this.#self = { ...this.#self, ...change };
    this.#channel?.setPresence(this.#self);
  }

  /** Moves everyone to a position, now or when connected again. */
  readonly move = (position: Position): void => {
    this.#unsent = this.#send('position', position) ? null : position;
  };

  readonly wave = (): boolean => this.#send('wave', null);
  readonly handOver = (key: string): boolean => this.#send('lead', key);
  /** Shown at once: the box is ticked before the server confirms it. */
  readonly setMode = (mode: Mode): boolean => {
    const isSent = this.#send('mode', mode);
    if (isSent) this.#show({ mode });
    return isSent;
  };
  readonly end = (): boolean => this.#send('end', null);

  #send(event: string, data: Json): boolean {
    return this.#value.status === 'connected' && this.#channel?.broadcast(event, data) === true;
  }

  #show(change: Partial<SessionValue>): void {
    this.#value = { ...this.#value, ...change };
    for (const listener of this.#listeners) listener();
  }

  #joined({ position, ...state }: SessionState): void {
    this.#show({ ...state, status: 'connected' });
    const unsent = this.#unsent;
    this.#unsent = null;
    if (unsent !== null && this.isLeader()) this.move(unsent);
    else if (position !== null) this.#options.onPosition(position, true);
  }

  #met(people: readonly Person[]): void {
    this.#keys = new Map(people.map(({ id, data }) => [id, (data as Member).key]));
    this.#show({ people: people.map(({ data }) => data as Member) });
  }

  #received(event: string, data: unknown, from: string | undefined): void {
    if (event === 'position' && !this.isLeader()) this.#options.onPosition(data as Position, false);
    if (event === 'lead') this.#show({ leader: data as string });
    if (event === 'mode') this.#show({ mode: data as Mode, ...(data === 'class' && { leader: this.#value.host }) });
    if (event === 'wave') this.#waved(from);
    if (event === 'end') this.#show({ status: 'ended' });
  }

  #waved(from: string | undefined): void {
    const key = from === undefined ? undefined : this.#keys.get(from);
    this.#waves += 1;
    const wave = { id: this.#waves, name: key === undefined ? 'A guest' : nameOf(this.#value, key) };
    this.#show({ waves: [...this.#value.waves.slice(-4), wave] });
    setTimeout(() => this.#show({ waves: this.#value.waves.filter((each) => each !== wave) }), WAVE_MS);
  }
}

/** Returns how a member is called: by the name they gave, or by their part. */
export function nameOf({ people, host, mode, me }: Pick<SessionValue, 'people' | 'host' | 'mode' | 'me'>, key: string): string {
  const given = people.find((each) => each.key === key)?.name ?? '';
  if (given !== '') return given;
  if (key === host) return mode === 'class' ? 'The teacher' : 'The reader';
  if (key === me) return 'You';
  const guests = people.filter((each) => each.key !== host);
  return `Guest ${guests.findIndex((each) => each.key === key) + 1}`;
}

/* What this tab remembers of the session it takes part in, so that after a reload it is the same person. */

const KEY = 'talewood.together';

/**
 * `token`: the secret by which the server knows this tab again. `isNew`: just started, so that guests are not invited yet. `tale`: shown when
 * the session has ended.
 */
export type Membership = { code: string; token: string; name: string; isNew: boolean; tale: { slug: string; title: string } | null };

/** Returns the membership of the session last opened in this tab. */
export function lastMembership(): Membership | null {
  return readSessionValue(KEY) as Membership | null;
}

/** Returns the membership of a session; of a new guest if this tab was not in it. */
export function membershipOf(code: string): Membership {
  const last = lastMembership();
  return last?.code === code ? last : { code, token: newId(), name: '', isNew: false, tale: null };
}

export function saveMembership(membership: Membership): void {
  writeSessionValue(KEY, membership);
}

/** Starts a session and opens its page. @throws ApiError */
export async function startTogether(tale: string): Promise<void> {
  const { code, token } = await apiRequest<StartedSession>('POST', '/together', { tale });
  saveMembership({ code, token, name: '', isNew: true, tale: null });
  navigate(urls.together(code));
}
