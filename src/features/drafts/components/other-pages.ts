/** What the pages of one browser know of each other's drafts. */

export type DraftNews = { owner: string; taleId: string; id: string };

const NAME = 'talewood.drafts';
const LOCK = 'talewood.draft.';

/** Calls `listener` when another page has kept a draft. `tell` says so of this one. */
export function openDraftNews(listener: (news: DraftNews) => void): { tell(news: DraftNews): void; close(): void } {
  if (typeof BroadcastChannel === 'undefined') return { tell() {}, close() {} };
  const channel = new BroadcastChannel(NAME);
  channel.addEventListener('message', ({ data }) => listener(data as DraftNews));
  return { tell: (news) => channel.postMessage(news), close: () => channel.close() };
}

/** Says that a page is writing this draft, until the returned function is called or the page is gone, however it goes. */
export function holdDraft(id: string): () => void {
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  void navigator.locks?.request(LOCK + id, () => held).catch(() => {});
  return () => release();
}

/** Ids of the drafts that pages of this browser are writing now. */
export async function listHeldDrafts(): Promise<Set<string>> {
  const { held = [] } = (await navigator.locks?.query().catch(() => undefined)) ?? {};
  return new Set(held.flatMap(({ name }) => (name?.startsWith(LOCK) ? [name.slice(LOCK.length)] : [])));
}
