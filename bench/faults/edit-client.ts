import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import { clientOf } from '../accounts.ts';
import { fieldsOf, type Journal, type TaleEntry, type TaleState } from './edit-journal.ts';
import { type Answer, register, send } from './users.ts';

type Client = {
  origin: string;
  n: number;
  user: { id: string; cookie: string };
  random: () => number;
  journal: Journal;
};

type Tale = TaleEntry & { id: string; known: TaleState };
type Action = () => Promise<void>;

const AFTER_FAILURE_MS = 20;

/**
 * Simulates an editor who writes continuously until aborted. Only the client that created a tale changes it, so that the journal knows its
 * exact state. Also adds favorites, sign-ups and images.
 */
export function createEditClient({ origin, n, user, random, journal }: Client) {
  const { cookie } = user;
  let made = 0;
  /** An image whose upload was interrupted: it is sent again. */
  let unsent: Buffer | undefined;
  const pick = <Value>(list: readonly Value[]) => list[Math.floor(random() * list.length)];
  const call = (method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: object, version?: number) =>
    send(origin, method, path, { n, cookie, ...(body && { body }), ...(version && { headers: { 'if-match': `"${version}"` } }) });

  return async function work(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const before = journal.answered;
      await chooseAction()();
      if (journal.answered === before) await wait(AFTER_FAILURE_MS);
    }
  };

  function chooseAction(): Action {
    const mine = [...journal.tales.values()].filter(isSettled).filter(({ key }) => key.startsWith(`c${n}t`));
    const listed = mine.filter(({ known }) => !known.isBinned);
    const tale = pick(mine);
    const open = pick(listed);
    const chance = random();
    if (chance < 0.02) return addPicture;
    if (chance < 0.06) return signUp;
    if (chance < 0.16) return toggleFavorite;
    if (open === undefined || tale === undefined || chance < 0.38) return create;
    if (chance < 0.7) return () => edit(open);
    if (chance < 0.82) return () => publish(open);
    return chance < 0.94 ? () => toggleTrash(tale) : () => remove(tale);
  }

  async function create(): Promise<void> {
    made += 1;
    const key = `c${n}t${made}`;
    const state: TaleState = {
      ...newWrite(key),
      status: pick(['draft', 'published']) ?? 'draft',
      isBinned: false,
      version: 1,
      revisions: 0,
    };
    const entry: TaleEntry = { key, known: null };
    journal.tales.set(key, entry);
    const answer = await attempt(entry, state, () => call('POST', '/admin/tales', { ...fieldsOf(state), status: state.status }));
    if (answer !== undefined) entry.id = (answer.body as { tale: { id: string } }).tale.id;
  }

  async function edit(entry: Tale): Promise<void> {
    const { version } = entry.known;
    const next = { ...changed(entry.known), ...newWrite(entry.key) };
    await attempt(entry, next, () => call('PATCH', `/admin/tales/${entry.id}`, fieldsOf(next), version));
  }

  async function publish(entry: Tale): Promise<void> {
    const status = entry.known.status === 'draft' ? 'published' : 'draft';
    const next = { ...changed(entry.known), status } as const;
    await attempt(entry, next, () => call('PATCH', `/admin/tales/${entry.id}`, { status }, entry.known.version));
  }

  async function toggleTrash(entry: Tale): Promise<void> {
    const { isBinned, version } = entry.known;
    const next = { ...entry.known, isBinned: !isBinned, version: version + 1 };
    await attempt(entry, next, () => call('POST', `/admin/tales/${entry.id}/${isBinned ? 'restore' : 'bin'}`));
  }

  async function remove(entry: Tale): Promise<void> {
    await attempt(entry, null, () => call('DELETE', `/admin/tales/${entry.id}`));
  }

  /** Records the requested state before a request, and the known state after its response. Returns undefined if it failed. */
  async function attempt(entry: TaleEntry, next: TaleState | null, ask: () => Promise<Answer>): Promise<Answer | undefined> {
    entry.asked = next;
    const answer = await answered(ask);
    if (answer === undefined) return undefined;
    entry.asked = undefined;
    if (answer.status >= 400) return undefined;
    entry.known = next;
    return answer;
  }

  /** Returns undefined if the outcome is unknown: no response, or a status of 500 or above. */
  async function answered(ask: () => Promise<Answer>): Promise<Answer | undefined> {
    const answer = await ask().catch(() => undefined);
    if (answer === undefined || answer.status >= 500) return undefined;
    if (answer.status < 400) journal.answered += 1;
    else journal.refused.push(`${answer.status} ${JSON.stringify(answer.body).slice(0, 200)}`);
    return answer;
  }

  async function toggleFavorite(): Promise<void> {
    const tale = pick([...journal.tales.values()].filter((entry) => isSettled(entry) && isPublic(entry.known)));
    if (tale?.id === undefined) return signUp();
    const key = `${user.id} ${tale.id}`;
    const favorite = journal.favorites.get(key) ?? {};
    journal.favorites.set(key, favorite);
    favorite.asked = !(favorite.known ?? false);
    const change = { op: 'favorite', tale: tale.id, on: favorite.asked, at: new Date().toISOString() };
    const answer = await answered(() => call('POST', '/bookshelf/changes', { changes: [change] }));
    if (answer === undefined) return;
    // The tale may have been hidden meanwhile: then nothing was changed.
    if ((answer.body as { refused?: unknown[] }).refused?.length === 0) favorite.known = favorite.asked;
    favorite.asked = undefined;
  }

  async function signUp(): Promise<void> {
    const number = 1_000 + journal.signUps.size;
    const email = `fault-${number}@tales.example`;
    journal.signUps.set(email, false);
    if ((await answered(() => register(origin, email, number)))?.status === 202) journal.signUps.set(email, true);
  }

  async function addPicture(): Promise<void> {
    unsent ??= await createImage();
    const bytes = unsent;
    const answer = await answered(async () => {
      const response = await fetch(`${origin}/api/v1/admin/media?name=lamp.png`, {
        method: 'POST',
        headers: { origin, cookie, 'content-type': 'image/png', 'x-forwarded-for': clientOf(n) },
        body: new Uint8Array(bytes),
      });
      return { status: response.status, body: await response.json(), cookie: '' };
    });
    if (answer === undefined) return;
    unsent = undefined;
    if (answer.status < 400) journal.pictures.push((answer.body as { address: string }).address);
  }

  function newWrite(key: string): Pick<TaleState, 'write' | 'cover'> {
    return { write: `${key}w${randomUUID().slice(0, 8)}`, cover: random() < 0.3 ? (pick(journal.pictures) ?? '') : '' };
  }

  function createImage(): Promise<Buffer> {
    const colour = { r: n * 20, g: Math.floor(random() * 256), b: Math.floor(random() * 256) };
    const side = 330 + Math.floor(random() * 200);
    return sharp({ create: { width: side, height: side, channels: 3, background: colour } })
      .png()
      .toBuffer();
  }
}

function changed(state: TaleState): TaleState {
  return { ...state, version: state.version + 1, revisions: state.revisions + 1 };
}

function isSettled(entry: TaleEntry): entry is Tale {
  return entry.asked === undefined && entry.known !== null && entry.id !== undefined;
}

function isPublic({ status, isBinned }: TaleState): boolean {
  return status === 'published' && !isBinned;
}
