/**
 * Who is signed in, as every part of the page sees it. Pages are the same for everyone; this arrives after them. All tabs of a
 * browser agree: what one learns of a sign-in or sign-out it tells the others.
 */
import { useSyncExternalStore } from 'react';
import type { MeAnswer, PersonView } from '../contract.ts';
import { carrySettings } from './carried-settings.ts';
import { onDenied, send } from './send.ts';

/** `loading` until the first answer. A role is never remembered: the server is asked. */
export type Me = { status: 'loading' | 'out' | 'in'; person: PersonView | null };

const LOADING: Me = { status: 'loading', person: null };
const NAME_KEY = 'talewood.name';
const listeners = new Set<(me: Me, before: Me) => void>();
let me = LOADING;
/** Counts questions and changes: an answer that was asked for before a later one says nothing any more. */
let turn = 0;
let channel: BroadcastChannel | undefined;

export function useMe(): Me {
  return useSyncExternalStore(
    onMe,
    () => me,
    () => LOADING,
  );
}

/** The person alone: nothing is drawn anew for a visitor when it turns out to be one. */
export function usePerson(): PersonView | null {
  return useSyncExternalStore(onMe, readPerson, () => null);
}

/** As it is now, outside of a component. */
export function readPerson(): PersonView | null {
  return me.person;
}

/** Calls `listener` at each change, with what was before. Returns how to stop. */
export function onMe(listener: (me: Me, before: Me) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Called once, when the page has been taken over: asks, and asks again when the reader comes back to the tab. */
export function startMe(): void {
  channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('talewood.me');
  channel?.addEventListener('message', () => void refreshMe());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void refreshMe();
  });
  // A page that was opened without a network learns of it now, and sends what was chosen meanwhile.
  addEventListener('online', () => void refreshMe());
  // The role or the session is gone: the menu and whoever guards the page find out.
  onDenied(() => void refreshMe());
  void refreshMe();
}

/** Asks the server who is signed in. When it cannot be reached the last known name stays, without a role. */
export async function refreshMe(): Promise<void> {
  turn += 1;
  const asked = turn;
  try {
    const answer = await send<MeAnswer>('GET', '/me');
    if (asked !== turn) return;
    take(answer.person);
    carrySettings('settings' in answer ? answer.settings : null);
  } catch {
    const name = rememberedName();
    if (me.status === 'loading') set(name === null ? { status: 'out', person: null } : { status: 'in', person: nameless(name) });
  }
}

/** A sign-in, a sign-out or a change of name that this tab has just made; the other tabs hear of it. */
export function setMe(person: PersonView | null): void {
  turn += 1;
  take(person);
  if (person === null) carrySettings(null);
  else void refreshMe();
  channel?.postMessage('changed');
}

function take(person: PersonView | null): void {
  remember(person?.name ?? null);
  set({ status: person === null ? 'out' : 'in', person });
}

function set(next: Me): void {
  if (JSON.stringify(next) === JSON.stringify(me)) return;
  const before = me;
  me = next;
  for (const listener of listeners) listener(me, before);
}

function nameless(name: string): PersonView {
  return { name, email: '', role: 'user' };
}

function rememberedName(): string | null {
  try {
    return localStorage.getItem(NAME_KEY);
  } catch {
    return null;
  }
}

/** The name alone, so that the bar need not say 'Login' to someone who is in; before-paint.ts looks whether it is there. */
function remember(name: string | null): void {
  document.documentElement.toggleAttribute('data-known', name !== null);
  try {
    if (name === null) localStorage.removeItem(NAME_KEY);
    else localStorage.setItem(NAME_KEY, name);
  } catch {
    // Storage may be forbidden: the bar then says so a moment later.
  }
}
