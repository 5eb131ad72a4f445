/** Keeps one draft: on the device at once, then at the server. Knows nothing of the page it is typed in. */
import { send } from '#src/features/accounts/components/send.ts';
import { timedFetch, WRITE_TIMEOUT_MS } from '#src/ui/timed-fetch.ts';
import { urls } from '#src/urls.ts';
import type { DraftFields, DraftInput, SavedDraft } from '../contract.ts';
import { type DeviceDraft, dropFromDevice, forgetGone, keepOnDevice, noteGone } from './device-drafts.ts';

/** `on-this-device`: kept here, and not yet at the server. `failed`: kept nowhere but on the page. */
export type DraftState = 'none' | 'saving' | 'saved' | 'on-this-device' | 'failed';

/** `savedAt`: when what is kept was kept, as ISO. `isElsewhere`: another page of the same person writes a draft of the same tale. */
export type DraftView = { state: DraftState; savedAt: string | null; isElsewhere: boolean };

export const NO_DRAFT: DraftView = { state: 'none', savedAt: null, isElsewhere: false };

/** What is on the page now. */
export type TypedDraft = { base_version: number | null; fields: DraftFields };

type Options = {
  id: string;
  owner: string;
  taleId: string | null;
  onChange: (view: DraftView) => void;
  /** Called when the server has a draft of this tale by this page. */
  onSaved?: () => void;
};

export type Autosave = ReturnType<typeof createAutosave>;

const FIRST_PAUSE_MS = 4_000;
const LONGEST_PAUSE_MS = 60_000;
/** What a browser still sends when a page has closed is 64 KB at most. */
const LAST_WORDS = 60_000;

export function createAutosave({ id, owner, taleId, onChange, onSaved }: Options) {
  let view = NO_DRAFT;
  let draft: DeviceDraft | undefined;
  let replaces: string | undefined;
  /** What was typed as JSON: of the latest draft, of that which the server has, and of that which is on its way. */
  let [text, sentText, sendingText] = ['', '', ''];
  let isOnDevice = false;
  let wasSent = false;
  let running: Promise<void> | undefined;
  let [pauseMs, notBefore] = [0, 0];

  return { note, leave, settle, discard, takeUp, hurry, tellElsewhere: () => show({ isElsewhere: true }) };

  /** Keeps what is typed, if it is anything new; if not, tries again what could not be sent. */
  function note(typed: TypedDraft): void {
    const next = JSON.stringify(typed);
    if (next !== text) {
      text = next;
      if (draft === undefined) forgetGone(id);
      draft = { id, owner, tale_id: taleId, ...typed, at: Date.now(), replaces };
      isOnDevice = keepOnDevice(draft);
    }
    push();
  }

  /** The page closes while an older draft is on its way: what came after it is sent as well. The device has it in any case. */
  function leave(): void {
    if (draft !== undefined && sentText !== text && sendingText !== text) void put(draft).catch(() => {});
  }

  /** Nothing is changed any more: what was kept of this page's changes is not wanted. */
  function settle(): void {
    if (draft !== undefined || wasSent) void discard();
  }

  /** Nothing of it is wanted any more, on the device or at the server. What is typed later begins another draft. */
  async function discard(typed?: TypedDraft): Promise<void> {
    const isKept = draft !== undefined || wasSent || replaces !== undefined;
    if (typed !== undefined) text = JSON.stringify(typed);
    draft = undefined;
    if (!isKept) return running;
    await running;
    // Someone went on typing: then it is this that is kept.
    if (draft !== undefined) return;
    const ids = [...(wasSent ? [id] : []), ...(replaces === undefined ? [] : [replaces])];
    wasSent = false;
    replaces = undefined;
    sentText = '';
    for (const each of [id, ...ids]) dropFromDevice(each);
    show(NO_DRAFT);
    // What is kept after this must not be overtaken by it.
    running = Promise.all(ids.map((each) => removeDraft(owner, each))).then(() => {
      running = undefined;
    });
    await running;
  }

  /** The draft of this id was taken up again on this page: the next one kept takes its place. */
  function takeUp(other: string): void {
    if (other !== id) replaces = other;
  }

  /** The connection is back: what waits need not wait any longer. */
  function hurry(): void {
    notBefore = 0;
    push();
  }

  function push(): void {
    if (draft === undefined || sentText === text || Date.now() < notBefore) return;
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
        const saved = await put(sending);
        sentText = sendingText;
        took(sending, saved);
      } catch {
        sendingText = '';
        pauseMs = Math.min(Math.max(FIRST_PAUSE_MS, 2 * pauseMs), LONGEST_PAUSE_MS);
        notBefore = Date.now() + pauseMs;
        if (draft === undefined) return;
        if (isOnDevice) show({ state: 'on-this-device', savedAt: new Date(draft.at).toISOString() });
        else show({ state: 'failed' });
        return;
      }
    }
  }

  function took(sent: DeviceDraft, { saved_at, replaced }: SavedDraft): void {
    pauseMs = 0;
    if (draft === sent) dropFromDevice(id);
    if (sent.replaces !== undefined) dropFromDevice(sent.replaces);
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

/** What is small enough goes out even when the page closes meanwhile. */
async function put(draft: DeviceDraft): Promise<SavedDraft> {
  const body = JSON.stringify(bodyOf(draft));
  const keepalive = body.length < LAST_WORDS && new Blob([body]).size < LAST_WORDS;
  const headers = { 'content-type': 'application/json' };
  const init = { method: 'PUT', headers, body, keepalive, timeoutMs: WRITE_TIMEOUT_MS };
  const answer = await timedFetch(urls.api(`/admin/drafts/${draft.id}`), init);
  if (!answer.ok) throw new Error(`The draft was not taken: ${answer.status}`);
  return (await answer.json()) as SavedDraft;
}

/** Removes a draft at the server, now or when it can be reached again. */
export async function removeDraft(owner: string, id: string): Promise<void> {
  await send('DELETE', `/admin/drafts/${id}`).catch(() => noteGone(owner, id));
}

export function bodyOf({ tale_id, base_version, fields, replaces }: DeviceDraft): DraftInput {
  return { tale_id, base_version, fields, ...(replaces !== undefined && { replaces }) };
}
