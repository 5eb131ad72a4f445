import { hashEmail } from '#src/api-client/account-header.ts';
import { ApiError, apiRequest } from '#src/api-client/api-request.ts';
import { getCurrentUser } from '#src/api-client/current-user.ts';
import type { TaleFields } from '../../contract.ts';
import { deleteServerDraft, toDraftInput } from './autosave.ts';
import {
  listLockedDrafts,
  listPendingDeletions,
  listStoredDrafts,
  removePendingDeletion,
  removeStoredDraft,
  type StoredDraft,
} from './draft-storage.ts';
import type { Draft, DraftFields, DraftList, DraftRow } from './drafts.ts';

/** A draft that can be continued. `saved_at` is by the clock of the server. */
export type FoundDraft = Omit<Draft, 'title'> & { from: 'this-device' | 'server' };

/**
 * Returns the latest draft of the tale by the current user; for null, one of a tale that was never saved and that no other page of this
 * browser is writing. The device's draft wins if it is newer or the server cannot be reached. A draft equal to `current` (the tale as
 * saved) is deleted. Other drafts that are only on the device are sent to the server.
 */
export async function findDraft(taleId: string | null, current?: Partial<TaleFields>): Promise<FoundDraft | null> {
  const user = getCurrentUser();
  if (user === null || user.email === '') return null;
  const owner = hashEmail(user.email);
  const deleted = new Set(listPendingDeletions(owner));
  await Promise.all([...deleted].map(retryDeletion));
  const [locked, list] = await Promise.all([listLockedDrafts(), apiRequest<DraftList>('GET', '/admin/drafts').catch(() => undefined)]);
  const clockOffsetMs = list === undefined ? 0 : Date.parse(list.now) - Date.now();
  const onDevice = listStoredDrafts(owner);
  const isWanted = (draft: DraftRow | StoredDraft) =>
    draft.tale_id === taleId && !deleted.has(draft.id) && (taleId !== null || (draft.base_version === null && !locked.has(draft.id)));
  if (list !== undefined) {
    const others = onDevice.filter((draft) => !isWanted(draft) && !locked.has(draft.id));
    void sendUnsent(others, list, clockOffsetMs);
  }
  const found = await selectNewer(onDevice.find(isWanted), list?.drafts.find(isWanted), clockOffsetMs);
  if (found === null || current === undefined || !isUnchanged(found.fields, current)) return found;
  await discardDraft(found);
  return null;
}

/** Deletes a draft from the device and the server. */
export async function discardDraft({ id, tale_id }: Pick<FoundDraft, 'id' | 'tale_id'>): Promise<void> {
  const user = getCurrentUser();
  if (user === null) return;
  const owner = hashEmail(user.email);
  for (const draft of listStoredDrafts(owner)) {
    if (draft.id === id || (tale_id !== null && draft.tale_id === tale_id)) removeStoredDraft(draft.id);
  }
  await deleteServerDraft(owner, id);
}

async function selectNewer(
  device: StoredDraft | undefined,
  server: DraftRow | undefined,
  clockOffsetMs: number,
): Promise<FoundDraft | null> {
  if (device !== undefined && isNewer(device, server, clockOffsetMs)) {
    const { id, tale_id, base_version, fields, at } = device;
    return { id, tale_id, base_version, fields, saved_at: new Date(at + clockOffsetMs).toISOString(), from: 'this-device' };
  }
  if (server === undefined) return null;
  try {
    return { ...(await apiRequest<Draft>('GET', `/admin/drafts/${server.id}`)), from: 'server' };
  } catch (error) {
    // Deleted or replaced by another page since it was listed.
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

/** A draft has one writer, so a copy on the device with the same id is the later one. */
function isNewer(device: StoredDraft, server: DraftRow | undefined, clockOffsetMs: number): boolean {
  return server === undefined || server.id === device.id || device.at + clockOffsetMs > Date.parse(server.saved_at);
}

function isUnchanged(draft: DraftFields, current: Partial<TaleFields>): boolean {
  return Object.entries(draft).every(([name, value]) => JSON.stringify(value) === JSON.stringify(current[name as keyof TaleFields]));
}

async function retryDeletion(id: string): Promise<void> {
  await apiRequest('DELETE', `/admin/drafts/${id}`)
    .then(() => removePendingDeletion(id))
    .catch(() => {});
}

/** Sends drafts that closed pages could not send. */
async function sendUnsent(unsent: readonly StoredDraft[], { drafts }: DraftList, clockOffsetMs: number): Promise<void> {
  for (const draft of unsent) {
    const other = drafts.find(({ id, tale_id }) => id === draft.id || (tale_id !== null && tale_id === draft.tale_id));
    if (!isNewer(draft, other, clockOffsetMs)) continue;
    await apiRequest('PUT', `/admin/drafts/${draft.id}`, toDraftInput(draft))
      .then(() => removeStoredDraft(draft.id))
      .catch(() => {});
  }
}
