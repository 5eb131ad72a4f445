import { createPortal } from 'react-dom';
import { ApiError, apiRequest } from '#src/api-client/api-request.ts';
import { setCurrentUser } from '#src/api-client/current-user.ts';
import { FLASH_MESSAGES } from '#src/features/accounts/flash-messages.ts';
import { countOfflineTales } from '#src/features/offline/components/use-offline-data.ts';
import { countUnsentChanges, libraryOwner } from '#src/features/reader-library/components/library-owner.ts';
import { clearBookshelf, flushBookshelf } from '#src/features/reader-library/components/library-store.ts';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { formatTaleCount } from '#src/ui/format.ts';
import { navigate } from '#src/ui/navigate.ts';
import { toast } from '#src/ui/toast.ts';
import { urls } from '#src/urls.ts';
import { readUnsentSettings } from './settings-sync.ts';

type Props = { losses: string; onConfirm: () => Promise<void>; onCancel: () => void };

/** Asks before unsynced data is lost. A portal, because the menu with the button closes. */
export function ConfirmLogOut({ losses, onConfirm, onCancel }: Props) {
  return createPortal(
    <ConfirmDialog title="Log out?" confirm="Log out" onConfirm={onConfirm} onCancel={onCancel}>
      {losses}
    </ConfirmDialog>,
    document.body,
  );
}

/** Preferences of the device rather than of the user. The server clears all storage when a user logs out. */
const DEVICE_KEYS = [
  'talewood.theme',
  'talewood.reading',
  'talewood.aloud',
  'talewood.pace',
  'talewood.old-words',
  'talewood.hide-finished',
  'talewood.hidden-ages',
  'talewood.seen',
];

/** Unsynced data of other accounts on this device. */
const OTHER_ACCOUNTS_KEYS = ['talewood.sealed-changes', 'talewood.drafts-gone'];

/** Says what logging out now would lose, after trying to sync it; '' for nothing. */
export async function describeUnsyncedData(): Promise<string> {
  if (countUnsentChanges() > 0) await flushBookshelf();
  const unsent = countUnsentChanges() + Object.keys(readUnsentSettings()).length;
  const downloads = await countOfflineTales();
  const losses = [];
  if (downloads > 0) losses.push(`Downloads on this device will be deleted: ${formatTaleCount(downloads)}.`);
  if (unsent > 0) losses.push('Some of your changes have not been sent yet and will be lost.');
  const drafts = listDrafts().filter(({ isOwn }) => isOwn).length;
  if (drafts > 0) losses.push(`${drafts === 1 ? '1 draft' : `${drafts} drafts`} saved only on this device will be lost.`);
  return losses.join(' ');
}

/** Logs out, shows a toast, and goes home. After an error the user stays logged in. */
export async function logOut(): Promise<void> {
  const restore = preserveDevicePreferences();
  await flushBookshelf();
  try {
    await apiRequest('DELETE', '/session');
  } catch (error) {
    // 401: already logged out.
    if (!(error instanceof ApiError && error.status === 401)) {
      const text = error instanceof Error ? error.message : 'An unknown error occurred';
      return toast({ title: 'Error', text, wrong: true });
    }
  }
  clearClientSession(restore);
  await toast(FLASH_MESSAGES.logged_out);
}

/** Reads what must survive a logout, before the server clears the storage. Returns a function that restores it. */
export function preserveDevicePreferences(): () => void {
  const draftsOfOthers = listDrafts().flatMap(({ key, isOwn }) => (isOwn ? [] : [key]));
  const saved = [...DEVICE_KEYS, ...OTHER_ACCOUNTS_KEYS, ...draftsOfOthers].map((key) => [key, read(key)] as const);
  return () => {
    for (const [key, value] of saved) write(key, value);
  };
}

/** Removes the user's data from the page and goes home. Navigates first: a guarded page would ask to log in again. */
export function clearClientSession(restoreDevice: () => void): void {
  restoreDevice();
  clearBookshelf();
  navigate(urls.home());
  setCurrentUser(null);
}

/** Keys of drafts, followed by the owner. */
const OWNED_DRAFTS = ['talewood.answer.', 'talewood.suggestion.', 'talewood.submission.'];

/** Drafts of tales, replies, suggestions and submissions that exist on this device only. */
function listDrafts(): { key: string; isOwn: boolean }[] {
  const owner = libraryOwner();
  return listKeys().flatMap((key) => {
    const kind = OWNED_DRAFTS.find((prefix) => key.startsWith(prefix));
    if (kind !== undefined) return [{ key, isOwn: key.startsWith(`${kind}${owner}.`) }];
    return key.startsWith('talewood.draft.') ? [{ key, isOwn: ownerOf(key) === owner }] : [];
  });
}

function ownerOf(draft: string): unknown {
  try {
    return (JSON.parse(read(draft) ?? '{}') as { owner?: unknown }).owner;
  } catch {
    return undefined;
  }
}

function listKeys(): string[] {
  try {
    return Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '');
  } catch {
    return [];
  }
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string | null): void {
  try {
    if (value !== null) localStorage.setItem(key, value);
  } catch {
    // Storage is blocked: nothing was saved before either.
  }
}
