/** What was chosen and has not reached the account yet: kept on the device, so that it outlasts the page. */
import { keptOwner } from '#src/features/bookshelf/components/kept-owner.ts';
import type { AccountSettings } from '../settings/account-forms.ts';

export type Unsent = Partial<Pick<AccountSettings['reading'], 'theme' | 'look'>>;

const KEY = 'talewood.unsent';

/** Of the person whose bookshelf is on the device; of nobody else. */
export function readUnsent(): Unsent {
  try {
    const { owner, chosen } = JSON.parse(localStorage.getItem(KEY) ?? '{}') as { owner?: string; chosen?: Unsent };
    return owner !== undefined && owner === keptOwner() ? { ...chosen } : {};
  } catch {
    return {};
  }
}

/** Keeps it for the next page; what is chosen while nobody is known stays with the page. */
export function writeUnsent(chosen: Unsent): void {
  const owner = keptOwner();
  try {
    // What an account has not been sent yet waits for that account.
    if (owner === null) return;
    if (Object.keys(chosen).length === 0) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify({ owner, chosen }));
  } catch {
    // Storage may be full or forbidden: then it is sent while the page is open, or not at all.
  }
}
