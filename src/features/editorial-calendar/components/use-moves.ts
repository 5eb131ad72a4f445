import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { match } from '#src/admin-ui/record.tsx';
import { ApiError, apiRequest } from '#src/api-client/api-request.ts';
import type { ManagedIssue } from '#src/features/newsletter/issues/contract.ts';
import type { ManagedNights } from '#src/features/tale-of-the-day/contract.ts';
import type { SaveResult } from '#src/features/tales/admin/contract.ts';
import { toast } from '#src/ui/toast.ts';
import type { Calendar } from '../contract.ts';
import { formatDay, formatMoment, fromWallTime, type WallTime } from './calendar-dates.ts';
import { type DraftItem, type IssueItem, type Item, type NightItem, nightOf, type TaleItem, titleOf } from './calendar-items.ts';

export const CALENDAR_KEY = ['staff', 'calendar'];

/** What was done, as a toast, and how to undo it. */
type Done = { title: string; text: string; undo: () => Promise<unknown> };

/** Moves items to another day by the endpoints of tales, issues and nights. Success is shown once the server has confirmed it. */
export function useMoves(calendar: Calendar | undefined) {
  const client = useQueryClient();
  const [moving, setMoving] = useState<Item | null>(null);

  async function reload(): Promise<void> {
    await Promise.all([CALENDAR_KEY, ['staff', '/tales']].map((queryKey) => client.invalidateQueries({ queryKey })));
  }

  async function run<Result>(item: Item, act: () => Promise<Result>): Promise<Result> {
    setMoving(item);
    try {
      const result = await act();
      await reload();
      return result;
    } catch (error) {
      // After a conflict, the calendar shows what others have changed.
      if (error instanceof ApiError && error.code !== REFUSED) await reload();
      throw error;
    } finally {
      setMoving(null);
    }
  }

  /** Resolves when the calendar shows the item in its new place. @throws ApiError; nothing has changed then */
  async function move(item: Item, to: WallTime): Promise<void> {
    if (calendar === undefined || moving !== null) throw refusal('Another item is being moved. Wait a moment, and try again.');
    const { title, text, undo } = await run(item, () => send(item, to, calendar));
    const action = { name: 'Undo', act: () => void takeBack(item, undo) };
    void toast({ title, text, action });
  }

  async function takeBack(item: Item, undo: () => Promise<unknown>): Promise<void> {
    try {
      await run(item, undo);
      void toast({ title: 'Move undone', text: `“${titleOf(item)}” is in its former place.` });
    } catch (error) {
      showFailure(item, error);
    }
  }

  return { move, moving };
}

/** Shows why an item was not moved. */
export function showFailure(item: Item, error: unknown): void {
  if (!(error instanceof ApiError)) throw error;
  void toast({ title: `“${titleOf(item)}” was not moved`, text: listReasons(error).join('. '), wrong: true });
}

/** Returns why a change was refused, messages of fields first. */
export function listReasons(error: ApiError): string[] {
  if (error.code === 'changed_since') return ['Someone else changed it in the meantime. The calendar now shows the current state.'];
  const messages = Object.values(error.fields).flat();
  return messages.length > 0 ? messages : [error.message];
}

function send(item: Item, to: WallTime, calendar: Calendar): Promise<Done> {
  const zone = calendar.time_zone;
  if (item.kind === 'night') return moveNight(item, to.day, calendar);
  const at = fromWallTime(to, zone);
  if (at === undefined) throw refusal('Enter a date and a time.');
  if (at.getTime() <= Date.now()) throw refusal(`${formatMoment(at.toISOString(), zone)} has passed. Choose a time in the future.`);
  if (item.kind === 'issue') return moveIssue(item, at.toISOString(), zone);
  return item.kind === 'draft' ? schedule(item, at.toISOString(), zone) : moveTale(item, at.toISOString(), zone);
}

/** Code of an error that was found before anything was sent. */
const REFUSED = 'refused';

function refusal(message: string): ApiError {
  return new ApiError(422, REFUSED, message);
}

async function moveTale({ id, version, title, publish_date }: TaleItem, at: string, zone: string): Promise<Done> {
  const { tale } = await saveTale(id, version, { publish_date: at });
  return {
    title: 'Tale moved',
    text: `“${title}” appears on ${formatMoment(tale.publish_date, zone)}.`,
    undo: () => saveTale(id, tale.version, { publish_date }),
  };
}

async function schedule({ id, version, title }: DraftItem, at: string, zone: string): Promise<Done> {
  const { tale } = await saveTale(id, version, { status: 'published', publish_date: at });
  return {
    title: 'Tale scheduled',
    text: `“${title}” appears on ${formatMoment(tale.publish_date, zone)}.`,
    undo: () => saveTale(id, tale.version, { status: 'draft' }),
  };
}

function saveTale(id: string, version: number, fields: object): Promise<SaveResult> {
  return apiRequest<SaveResult>('PATCH', `/admin/tales/${id}`, fields, match(version));
}

async function moveIssue({ id, version, at: before, subject }: IssueItem, at: string, zone: string): Promise<Done> {
  const save = (from: number, send_at: string) =>
    apiRequest<ManagedIssue>('PATCH', `/admin/newsletter/issues/${id}`, { send_at }, match(from));
  const issue = await save(version, at);
  return {
    title: 'Newsletter issue moved',
    text: `“${subject}” is sent on ${formatMoment(issue.send_at, zone)}.`,
    undo: () => save(issue.version, before),
  };
}

/**
 * Gives a night the tale of another one. If an editor has chosen a tale for it as well, the two are swapped; otherwise the other night
 * returns to the automatic choice. Nights have no versions: the current choices are compared with those that are shown.
 */
async function moveNight({ night, tale }: NightItem, to: string, calendar: Calendar): Promise<Done> {
  if (to === '') throw refusal('Enter a date.');
  const { nights } = await apiRequest<ManagedNights>('GET', '/admin/nights');
  const manualTale = (of: string) => nights.find((each) => each.night === of && each.isByHand)?.tale?.id;
  const shown = nightOf(calendar, to);
  const other = manualTale(to);
  const isShown = calendar.days.some(({ day }) => day === to);
  if (manualTale(night) !== tale.id || (isShown && other !== (shown?.is_manual ? shown.tale.id : undefined)))
    throw new ApiError(409, 'changed_since', '');
  await setNight(to, tale.id);
  try {
    await setNight(night, other);
  } catch (error) {
    await setNight(to, other).catch(() => {});
    throw error;
  }
  return {
    title: 'Tale of the day moved',
    text: `“${tale.title}” is the tale of ${formatDay(to)}.`,
    undo: async () => {
      await setNight(night, tale.id);
      await setNight(to, other);
    },
  };
}

function setNight(night: string, tale: string | undefined): Promise<ManagedNights> {
  return tale === undefined
    ? apiRequest<ManagedNights>('DELETE', `/admin/nights/${night}`)
    : apiRequest<ManagedNights>('PUT', `/admin/nights/${night}`, { tale });
}
