/** Stores one draft: on the device first, then on the server. Independent of the page and its form. */
import { apiRequest } from '#src/api-client/api-request.ts';
import { timedFetch, WRITE_TIMEOUT_MS } from '#src/ui/timed-fetch.ts';
import { urls } from '#src/urls.ts';
import { addPendingDeletion, removePendingDeletion, removeStoredDraft, type StoredDraft, storeDraft } from './draft-storage.ts';
import type { DraftFields, DraftInput, SavedDraft } from './drafts.ts';

/** `on-this-device`: stored here, but not on the server yet. `failed`: stored nowhere. */
type DraftState = 'none' | 'saving' | 'saved' | 'on-this-device' | 'failed';

/** `savedAt`: ISO 8601. `isElsewhere`: another page of the same user saves a draft of the same tale. */
export type DraftView = { state: DraftState; savedAt: string | null; isElsewhere: boolean };

export const NO_DRAFT: DraftView = { state: 'none', savedAt: null, isElsewhere: false };

/** Current values of the form. */
type DraftValues = { base_version: number | null; fields: DraftFields };

type Options = {
  id: string;
  /** Hash of the user's email. */
  owner: string;
  taleId: string | null;
  onChange: (view: DraftView) => void;
  /** Called when the server has stored the draft. */
  onSaved?: () => void;
};

export type Autosave = ReturnType<typeof createAutosave>;

const MIN_RETRY_MS = 4_000;
const MAX_RETRY_MS = 60_000;
/** Browsers send at most 64 KB after a page has closed (keepalive). */
const MAX_KEEPALIVE_BYTES = 60_000;

export function createAutosave({ id, owner, taleId, onChange, onSaved }: Options) {
  let view = NO_DRAFT;
  let draft: StoredDraft | undefined;
  let replaces: string | undefined;
  /** Values as JSON: of the latest draft, of the one on the server, and of the one being sent. */
  let [text, sentText, sendingText] = ['', '', ''];
  let isOnDevice = false;
  let wasSent = false;
  let running: Promise<void> | undefined;
  let [retryMs, retryAt] = [0, 0];

  return { update, flush, discardUnchanged, discard, replaceDraft, retryNow, markElsewhere: () => show({ isElsewhere: true }) };

  /** Stores the values if they have changed, and retries a failed request. */
  function update(values: DraftValues): void {
    const next = JSON.stringify(values);
    if (next !== text) {
      text = next;
      if (draft === undefined) removePendingDeletion(id);
      draft = { id, owner, tale_id: taleId, ...values, at: Date.now(), replaces };
      isOnDevice = storeDraft(draft);
    }
    startSending();
  }

  /** Sends the latest values when the page closes, even while an earlier request is running. The device has them in any case. */
  function flush(): void {
    if (draft !== undefined && sentText !== text && sendingText !== text) void putDraft(draft).catch(() => {});
  }

  /** Deletes the draft because the form has no changes any more. */
  function discardUnchanged(): void {
    if (draft !== undefined || wasSent) void discard();
  }

  /** Deletes the draft from the device and the server. Later values start a new one. */
  async function discard(values?: DraftValues): Promise<void> {
    const isStored = draft !== undefined || wasSent || replaces !== undefined;
    if (values !== undefined) text = JSON.stringify(values);
    draft = undefined;
    if (!isStored) return running;
    await running;
    // New values were stored in the meantime.
    if (draft !== undefined) return;
    const ids = [...(wasSent ? [id] : []), ...(replaces === undefined ? [] : [replaces])];
    wasSent = false;
    replaces = undefined;
    sentText = '';
    for (const each of [id, ...ids]) removeStoredDraft(each);
    show(NO_DRAFT);
    // Later requests wait for the deletion, so that it cannot delete what they store.
    running = Promise.all(ids.map((each) => deleteServerDraft(owner, each))).then(() => {
      running = undefined;
    });
    await running;
  }

  /** Makes the next draft replace this one, which was continued on this page. */
  function replaceDraft(other: string): void {
    if (other !== id) replaces = other;
  }

  /** Retries without waiting, as the connection is back. */
  function retryNow(): void {
    retryAt = 0;
    startSending();
  }

  function startSending(): void {
    if (draft === undefined || sentText === text || Date.now() < retryAt) return;
    running ??= sendAll().finally(() => {
      running = undefined;
    });
  }

  async function sendAll(): Promise<void> {
    while (draft !== undefined && sentText !== text) {
      const sending = draft;
      sendingText = text;
      show({ state: 'saving' });
      try {
        wasSent = true;
        const saved = await putDraft(sending);
        sentText = sendingText;
        onSent(sending, saved);
      } catch {
        sendingText = '';
        retryMs = Math.min(Math.max(MIN_RETRY_MS, 2 * retryMs), MAX_RETRY_MS);
        retryAt = Date.now() + retryMs;
        if (draft === undefined) return;
        if (isOnDevice) show({ state: 'on-this-device', savedAt: new Date(draft.at).toISOString() });
        else show({ state: 'failed' });
        return;
      }
    }
  }

  function onSent(sent: StoredDraft, { saved_at, replaced }: SavedDraft): void {
    retryMs = 0;
    if (draft === sent) removeStoredDraft(id);
    if (sent.replaces !== undefined) removeStoredDraft(sent.replaces);
    if (replaces === sent.replaces) replaces = undefined;
    if (draft === undefined) return;
    show({ state: 'saved', savedAt: saved_at, isElsewhere: view.isElsewhere || replaced });
    onSaved?.();
  }

  function show(change: Partial<DraftView>): void {
    view = { ...view, ...change };
    onChange(view);
  }
}

/** Small drafts are sent even if the page closes in the meantime. */
async function putDraft(draft: StoredDraft): Promise<SavedDraft> {
  const body = JSON.stringify(toDraftInput(draft));
  const keepalive = body.length < MAX_KEEPALIVE_BYTES && new Blob([body]).size < MAX_KEEPALIVE_BYTES;
  const headers = { 'content-type': 'application/json' };
  const init = { method: 'PUT', headers, body, keepalive, timeoutMs: WRITE_TIMEOUT_MS };
  const response = await timedFetch(urls.api(`/admin/drafts/${draft.id}`), init);
  if (!response.ok) throw new Error(`Saving the draft failed with status ${response.status}`);
  return (await response.json()) as SavedDraft;
}

/** Deletes a draft on the server, now or when the server can be reached again. */
export async function deleteServerDraft(owner: string, id: string): Promise<void> {
  await apiRequest('DELETE', `/admin/drafts/${id}`).catch(() => addPendingDeletion(owner, id));
}

export function toDraftInput({ tale_id, base_version, fields, replaces }: StoredDraft): DraftInput {
  return { tale_id, base_version, fields, ...(replaces !== undefined && { replaces }) };
}
