import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { ManagedUser } from '../contract.ts';
import { UserBadges } from './manage-users-page.tsx';

test.each([
  [{ hasTwoFactor: false, hasPasskey: false }, []],
  [{ hasTwoFactor: true, hasPasskey: false }, ['Two-factor']],
  [{ hasTwoFactor: false, hasPasskey: true }, ['Passkey']],
  [{ hasTwoFactor: true, hasPasskey: true }, ['Two-factor', 'Passkey']],
])('a user with %o has the badges %j', (has, badges) => {
  const user = {
    role: 'user',
    isVerified: true,
    isDisabled: false,
    hasSecondFactor: has.hasTwoFactor || has.hasPasskey,
    ...has,
  } as ManagedUser;
  const html = renderToStaticMarkup(<UserBadges user={user} />);
  expect([...html.matchAll(/<span class="badge">([^<]+)</g)].map(([, text]) => text)).toEqual(badges);
});
