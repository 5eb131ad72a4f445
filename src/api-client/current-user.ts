/**
 * The signed-in user, as components see it. Pages are the same for everyone, so this loads after them. All tabs of a browser
 * stay in sync.
 */

import { useSyncExternalStore } from 'react';
import type { Role } from '#src/permissions.ts';
import { apiRequest, onAccessDenied } from './api-request.ts';

export type UserView = { name: string; email: string; role: Role };

/** `loading` until the first response. The role is never stored on the device. */
type AuthState = { status: 'loading' | 'out' | 'in'; person: UserView | null };

type MeResponse = { person: null } | { person: UserView; id: string; settings: unknown };

const LOADING: AuthState = { status: 'loading', person: null };
const NAME_KEY = 'talewood.name';
const listeners = new Set<(state: AuthState, before: AuthState) => void>();
let state = LOADING;
/** Incremented by every request and change, so that outdated responses are ignored. */
let version = 0;
let channel: BroadcastChannel | undefined;
let receiveSettings: (settings: unknown, id?: string) => void = () => {};

export function useAuthState(): AuthState {
  return useSyncExternalStore(
    onAuthChange,
    () => state,
    () => LOADING,
  );
}

/** The user alone: does not re-render when `loading` turns into `out`. */
export function useCurrentUser(): UserView | null {
  return useSyncExternalStore(onAuthChange, getCurrentUser, () => null);
}

/** For use outside of components. */
export function getCurrentUser(): UserView | null {
  return state.person;
}

/** Calls `listener` at each change. Returns a function that unsubscribes it. */
export function onAuthChange(listener: (state: AuthState, before: AuthState) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Sets the listener for the account's settings and id: null when nobody is signed in. */
export function onAccountSettings(listener: (settings: unknown, id?: string) => void): void {
  receiveSettings = listener;
}

/** Call once after hydration. Loads the user now and whenever it may have changed. */
export function startCurrentUser(): void {
  channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('talewood.me');
  channel?.addEventListener('message', ({ data }) => {
    if (JSON.stringify(data) !== JSON.stringify(state.person)) void refreshCurrentUser();
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void refreshCurrentUser();
  });
  // A page opened offline loads the user now, and sends settings chosen meanwhile.
  addEventListener('online', () => void refreshCurrentUser());
  onAccessDenied(() => void refreshCurrentUser());
  void refreshCurrentUser();
}

/** Loads the user from the server. Offline, the last known name stays, without a role. */
export async function refreshCurrentUser(): Promise<void> {
  version += 1;
  const requested = version;
  try {
    const response = await apiRequest<MeResponse>('GET', '/me');
    if (requested !== version) return;
    apply(response.person);
    if (response.person === null) receiveSettings(null);
    else receiveSettings(response.settings, response.id);
  } catch {
    const name = storedName();
    if (state.status === 'loading')
      update(name === null ? { status: 'out', person: null } : { status: 'in', person: { name, email: '', role: 'user' } });
  }
}

/** Applies a sign-in, sign-out or profile change made in this tab. */
export function setCurrentUser(person: UserView | null): void {
  version += 1;
  apply(person);
  if (person === null) receiveSettings(null);
  else void refreshCurrentUser();
}

/** Also tells the other tabs, because a page may be the first one after a login without JavaScript or with a provider. */
function apply(person: UserView | null): void {
  storeName(person?.name ?? null);
  channel?.postMessage(person);
  update({ status: person === null ? 'out' : 'in', person });
}

function update(next: AuthState): void {
  if (JSON.stringify(next) === JSON.stringify(state)) return;
  const before = state;
  state = next;
  for (const listener of listeners) listener(state, before);
}

function storedName(): string | null {
  try {
    return localStorage.getItem(NAME_KEY);
  } catch {
    return null;
  }
}

/** Stores the name alone, so that the top bar does not flash "Login" (before-paint.ts reads it). */
function storeName(name: string | null): void {
  document.documentElement.toggleAttribute('data-known', name !== null);
  try {
    if (name === null) localStorage.removeItem(NAME_KEY);
    else localStorage.setItem(NAME_KEY, name);
  } catch {
    // Without storage the top bar shows "Login" until the first response.
  }
}
