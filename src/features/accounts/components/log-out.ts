import { clearBookshelf, settleBookshelf } from '#src/features/bookshelf/components/bookshelf-store.ts';
import { countUnsent, keptOwner } from '#src/features/bookshelf/components/kept-owner.ts';
import { countKept } from '#src/features/offline/components/count-kept.ts';
import { go } from '#src/ui/go.ts';
import { toast } from '#src/ui/toast.ts';
import { talesCount } from '#src/ui/wording.ts';
import { urls } from '#src/urls.ts';
import { NOTICES } from '../notices.ts';
import { setMe } from './me.ts';
import { Refused, send } from './send.ts';
import { readUnsent } from './unsent-settings.ts';

/** What belongs to the device and not to the person: the server has the browser clear its storage at a sign-out. */
const KEPT = [
  'talewood.theme',
  'talewood.reading',
  'talewood.aloud',
  'talewood.pace',
  'talewood.old-words',
  'talewood.hide-finished',
  'talewood.hidden-ages',
  'talewood.seen',
];

/** What waits for accounts that are not logged in: whoever logs out takes nothing of theirs along. */
const OF_OTHERS = ['talewood.sealed-changes', 'talewood.drafts-gone'];

/** What would be lost by signing out now, in a sentence or two; '' when nothing would. Sends before what still waits. */
export async function tellLosses(): Promise<string> {
  if (countUnsent() > 0) await settleBookshelf();
  const unsent = countUnsent() + Object.keys(readUnsent()).length;
  const kept = await countKept();
  const losses = [];
  if (kept > 0) losses.push(`What you keep offline leaves this device, too: ${talesCount(kept)}.`);
  if (unsent > 0) losses.push('Some of your changes could not be sent yet, and would be lost.');
  const drafts = listDrafts().filter(({ isOwn }) => isOwn).length;
  if (drafts > 0) losses.push(`${drafts === 1 ? '1 draft' : `${drafts} drafts`} saved only on this device would be lost.`);
  return losses.join(' ');
}

/** Signs out, says so, and goes home. When it fails that is said, and one stays in. */
export async function logOut(): Promise<void> {
  const restore = keepDevice();
  await settleBookshelf();
  try {
    await send('DELETE', '/session');
  } catch (error) {
    // Nobody was signed in any more: that is what was wanted.
    if (!(error instanceof Refused && error.status === 401)) {
      const text = error instanceof Error ? error.message : 'An unknown error occurred';
      return toast({ title: 'Error', text, wrong: true });
    }
  }
  leave(restore);
  await toast(NOTICES.logged_out);
}

/** Remembers what belongs to the device, before the server has the storage cleared. Returns what brings it back. */
export function keepDevice(): () => void {
  const ofOthers = listDrafts().flatMap(({ key, isOwn }) => (isOwn ? [] : [key]));
  const kept = [...KEPT, ...OF_OTHERS, ...ofOthers].map((key) => [key, read(key)] as const);
  return () => {
    for (const [key, value] of kept) write(key, value);
  };
}

/** Home, as somebody whom nobody knows. The way is taken first: a page that is guarded would ask to log in again. */
export function leave(restoreDevice: () => void): void {
  restoreDevice();
  clearBookshelf();
  go(urls.home());
  setMe(null);
}

/** Drafts of tales and of answers that are on this device alone. */
function listDrafts(): { key: string; isOwn: boolean }[] {
  const owner = keptOwner();
  return listKeys().flatMap((key) => {
    if (key.startsWith('talewood.answer.')) return [{ key, isOwn: key.startsWith(`talewood.answer.${owner}.`) }];
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
    // As without storage before.
  }
}
