// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import * as currentUser from '#src/api-client/current-user.ts';
import * as toasts from '#src/ui/toast.ts';
import { all, click, fill, get, until } from '#test/dom.ts';
import { go, openSite } from '#test/open-site.tsx';
import { EMPTY_HOME } from '#test/site-data.ts';

const GERDA = { name: 'Gerda', email: 'gerda@t.example', role: 'user' } as const;
const ADMIN = { ...GERDA, role: 'admin' } as const;
const ACCOUNT = { ...GERDA, image: null, joined: '2026-11-01T08:00:00.000Z', reading: { tales: 0, minutes: 0, shelves: 0 } };
const { useAuthState } = currentUser;
/** The logged-in user on the server. */
let person: currentUser.UserView | null = null;
let told: string[] = [];
const LOGGED_OUT = 'You have been logged out. Your changes are still here.';
const notice = () => document.querySelector('.notices')?.textContent ?? '';
const place = () => `${location.pathname}${location.search}: ${all('heading')[0]?.textContent}`;

async function signIn(who: currentUser.UserView | null): Promise<void> {
  person = who;
  await act(async () => currentUser.setCurrentUser(who));
}

beforeEach(async () => {
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    if (path.endsWith('/session') && method === 'POST') person = GERDA;
    return Response.json(path.endsWith('/account') ? ACCOUNT : { person, settings: {}, keys: [], next: null });
  });
  vi.spyOn(toasts, 'toast').mockImplementation(async ({ title }) => void told.push(title));
  told = [];
  await signIn(null);
});
afterEach(async () => {
  vi.useRealTimers();
  await signIn(null);
  vi.unstubAllGlobals();
});

const open = (href: string) => openSite(href, { home: async () => EMPTY_HOME });

test('a page for logged-in users redirects to the login, and from there back with its query', async () => {
  await go(await open('/unknown'), '/profile?part=name');
  await until(() => expect(place()).toBe('/login?next=%2Fprofile%3Fpart%3Dname: Login'));
  await fill(get('textbox', 'Email'), 'gerda@t.example');
  await fill(get('textbox', 'Password'), 'seven ravens borrowed a ladder');
  await click(get('button', 'Login'));
  await until(() => expect(place()).toBe('/profile?part=name: Profile'));
});

test('an expired session redirects to the login with the return URL', async () => {
  await signIn(GERDA);
  await open('/profile');
  await until(() => expect(place()).toBe('/profile: Profile'));
  await signIn(null);
  await until(() => expect(place()).toBe('/login?next=%2Fprofile: Login'));
});

test('unsaved input stays when the session ends, with a notice until the next login', async () => {
  await signIn(GERDA);
  await open('/profile');
  await until(() => get('textbox', 'Name'));
  await fill(get('textbox', 'Name'), 'Gerda of the roof');
  const state = () => [location.pathname, (get('textbox', 'Name') as HTMLInputElement).value, all('dialog').length, notice()];
  get('textbox', 'Name').focus();
  await signIn(null);
  expect(state()).toEqual(['/profile', 'Gerda of the roof', 0, `${LOGGED_OUT}Log in in another tab`]);
  get('link', 'Log in in another tab').focus();
  await signIn(GERDA);
  expect(state()).toEqual(['/profile', 'Gerda of the roof', 0, '']);
  expect(document.activeElement).toBe(get('textbox', 'Name'));
  await signIn(null);
  expect(state()).toEqual(['/profile', 'Gerda of the roof', 0, `${LOGGED_OUT}Log in in another tab`]);
});

test('typing in a search does not keep a page whose session has ended', async () => {
  await signIn(GERDA);
  await openSite('/profile', { suggest: () => new Promise(() => {}) });
  await until(() => expect(place()).toBe('/profile: Profile'));
  await fill(get('combobox', 'Search tales'), 'rapunzel');
  await signIn(null);
  await until(() => expect(place()).toBe('/login?next=%2Fprofile: Login'));
});

test('unsaved input stays when the role is lost, with a notice', async () => {
  await signIn(ADMIN);
  await go(await open('/unknown'), '/manage-keys');
  await until(() => get('textbox', 'Name'));
  await fill(get('textbox', 'Name'), 'Nightly export');
  await signIn(GERDA);
  expect([location.pathname, (get('textbox', 'Name') as HTMLInputElement).value, told]).toEqual(['/manage-keys', 'Nightly export', []]);
  expect(notice()).toBe('You no longer have permission to do that. Your changes are still here. Copy them, or ask an administrator.');
});

test('logging out does not redirect to the login, except with Back', async () => {
  await signIn(GERDA);
  const router = await openSite('/unknown', { home: () => new Promise(() => {}) });
  await go(router, '/profile');
  await until(() => expect(place()).toBe('/profile: Profile'));
  await go(router, '/');
  await signIn(null);
  expect(location.pathname).toBe('/');
  await act(async () => history.back());
  await until(() => expect(place()).toBe('/login?next=%2Fprofile: Login'));
});

test('a page for administrators redirects others to the home page with a reason', async () => {
  await signIn(GERDA);
  await go(await open('/unknown'), '/manage-keys');
  await until(() => expect(location.pathname).toBe('/'));
  expect(told).toEqual(['No access']);
});

test('administrators see their page until they lose the role', async () => {
  await signIn(ADMIN);
  await go(await open('/unknown'), '/manage-keys');
  await until(() => expect(place()).toBe('/manage-keys: API keys'));
  expect(told).toEqual([]);
  await signIn(GERDA);
  await until(() => expect(location.pathname).toBe('/'));
  expect(told).toEqual(['You no longer have permission to do that']);
});

describe('while the current user is unknown', () => {
  let isKnown = false;
  beforeEach(() => {
    isKnown = false;
    vi.spyOn(currentUser, 'useAuthState').mockImplementation(() => {
      const state = useAuthState();
      return isKnown ? state : { status: 'loading', person: null };
    });
  });

  test('the page says that it loads, and is shown when the answer comes', async () => {
    await open('/profile');
    expect([location.pathname, document.querySelector('main')?.textContent]).toEqual(['/profile', expect.stringMatching(/^Loading/)]);
    isKnown = true;
    await signIn(GERDA);
    await until(() => expect(place()).toBe('/profile: Profile'));
  });

  test('redirects to the login after three seconds without a response', async () => {
    const router = await open('/unknown');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await go(router, '/profile');
    await act(() => vi.advanceTimersByTimeAsync(2_990));
    expect(location.pathname).toBe('/profile');
    await act(() => vi.advanceTimersByTimeAsync(20));
    expect(location.pathname).toBe('/login');
  });
});
