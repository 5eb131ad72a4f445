import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import { clientOf } from '../accounts.ts';
import { fieldsOf, type Journal, type TaleEntry, type TaleState } from './edit-journal.ts';
import { type Answer, register, send } from './users.ts';

type Client = {
  origin: string;
  n: number;
  person: { id: string; cookie: string };
  random: () => number;
  journal: Journal;
};

type Tale = TaleEntry & { id: string; known: TaleState };
type Deed = () => Promise<void>;

const AFTER_FAILURE_MS = 20;

/**
 * An editor at work, one write after another, until aborted. Each tale is written by the client that made it alone, so that its journal
 * says exactly what must be there; favourites, sign-ups and pictures come in between.
 */
export function createEditClient({ origin, n, person, random, journal }: Client) {
  const { cookie } = person;
  let made = 0;
  /** A picture whose upload was cut off: sent again, as its editor would. */
  let unsent: Buffer | undefined;
  const pick = <Value>(list: readonly Value[]) => list[Math.floor(random() * list.length)];
  const call = (method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: object, version?: number) =>
    send(origin, method, path, { n, cookie, ...(body && { body }), ...(version && { headers: { 'if-match': `"${version}"` } }) });

  return async function work(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const before = journal.answered;
      await chooseDeed()();
      if (journal.answered === before) await wait(AFTER_FAILURE_MS);
    }
  };

  function chooseDeed(): Deed {
    const mine = [...journal.tales.values()].filter(isSettled).filter(({ key }) => key.startsWith(`c${n}t`));
    const listed = mine.filter(({ known }) => !known.isBinned);
    const tale = pick(mine);
    const open = pick(listed);
    const chance = random();
    if (chance < 0.02) return addPicture;
    if (chance < 0.06) return signUp;
    if (chance < 0.16) return favor;
    if (open === undefined || tale === undefined || chance < 0.38) return create;
    if (chance < 0.7) return () => edit(open);
    if (chance < 0.82) return () => publish(open);
    return chance < 0.94 ? () => move(tale) : () => remove(tale);
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

  async function move(entry: Tale): Promise<void> {
    const { isBinned, version } = entry.known;
    const next = { ...entry.known, isBinned: !isBinned, version: version + 1 };
    await attempt(entry, next, () => call('POST', `/admin/tales/${entry.id}/${isBinned ? 'restore' : 'bin'}`));
  }

  async function remove(entry: Tale): Promise<void> {
    await attempt(entry, null, () => call('DELETE', `/admin/tales/${entry.id}`));
  }

  /** Writes down what is asked for before it is asked, and what is known once it is answered; undefined without a good answer. */
  async function attempt(entry: TaleEntry, next: TaleState | null, ask: () => Promise<Answer>): Promise<Answer | undefined> {
    entry.asked = next;
    const answer = await answered(ask);
    if (answer === undefined) return undefined;
    entry.asked = undefined;
    if (answer.status >= 400) return undefined;
    entry.known = next;
    return answer;
  }

  /** Undefined when nobody knows what became of it: no answer, or one from 500 on. */
  async function answered(ask: () => Promise<Answer>): Promise<Answer | undefined> {
    const answer = await ask().catch(() => undefined);
    if (answer === undefined || answer.status >= 500) return undefined;
    if (answer.status < 400) journal.answered += 1;
    else journal.refused.push(`${answer.status} ${JSON.stringify(answer.body).slice(0, 200)}`);
    return answer;
  }

  async function favor(): Promise<void> {
    const tale = pick([...journal.tales.values()].filter((entry) => isSettled(entry) && isPublic(entry.known)));
    if (tale?.id === undefined) return signUp();
    const key = `${person.id} ${tale.id}`;
    const kept = journal.favorites.get(key) ?? {};
    journal.favorites.set(key, kept);
    kept.asked = !(kept.known ?? false);
    const change = { op: 'favorite', tale: tale.id, on: kept.asked, at: new Date().toISOString() };
    const answer = await answered(() => call('POST', '/bookshelf/changes', { changes: [change] }));
    if (answer === undefined) return;
    // Somebody may have hidden the tale meanwhile: then nothing was changed.
    if ((answer.body as { refused?: unknown[] }).refused?.length === 0) kept.known = kept.asked;
    kept.asked = undefined;
  }

  async function signUp(): Promise<void> {
    const number = 1_000 + journal.signUps.size;
    const email = `fault-${number}@tales.example`;
    journal.signUps.set(email, false);
    if ((await answered(() => register(origin, email, number)))?.status === 202) journal.signUps.set(email, true);
  }

  async function addPicture(): Promise<void> {
    unsent ??= await drawPicture();
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

  function drawPicture(): Promise<Buffer> {
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
