import { expect, test } from 'vitest';
import { toDateTimeLocal } from '#src/ui/format.ts';
import type { ManagedTale } from '../contract.ts';
import { createFormStore } from '../form/form-store.ts';
import { newTaleFields } from '../form/form-values.ts';
import { initialTiming, timingProblem, toPublication } from './timing-fields.tsx';

const now = Date.parse('2026-11-20T10:20:00Z');
const openForm = (publish_date: string) => createFormStore({ version: 1, fields: { ...newTaleFields(now), publish_date } });
const created = (created_at: string) => ({ created_at }) as ManagedTale;

test('a draft is published now unless an editor has chosen a date', () => {
  const date = '2026-11-01T10:00:00.000Z';
  expect(initialTiming(openForm(date), created(date), now)).toMatchObject({ when: 'now', date: '' });
  expect(initialTiming(openForm('2020-05-03T00:00:00Z'), created(date), now)).toMatchObject({ when: 'dated' });
  const future = '2026-12-24T18:00:00.000Z';
  expect(initialTiming(openForm(future), created(date), now)).toMatchObject({ when: 'later', local: toDateTimeLocal(future) });
});

test('a new tale is published now; later begins tomorrow at a full hour', () => {
  const { when, local } = initialTiming(openForm(new Date(now).toISOString()), null, now);
  expect([when, local]).toEqual(['now', toDateTimeLocal('2026-11-21T11:00:00.000Z')]);
});

test('a time to come is needed to schedule', () => {
  const at = (iso: string) => ({ when: 'later' as const, local: toDateTimeLocal(iso), date: '' });
  expect(timingProblem(at('2026-11-20T10:21:00Z'), now)).toBe('');
  expect(timingProblem(at('2026-11-20T10:19:00Z'), now)).toMatch(/^Must be in the future/);
  expect(timingProblem({ ...at(''), local: '' }, now)).toBe('Enter a date and a time');
  expect(timingProblem({ ...at(''), when: 'now' }, now)).toBe('');
});

test('the server decides what now is, and a date of the form stays', () => {
  const timing = { local: toDateTimeLocal('2026-12-24T18:00:00Z'), date: '' };
  expect(toPublication({ ...timing, when: 'now' })).toEqual({ status: 'published', publish_date: 'now' });
  expect(toPublication({ ...timing, when: 'later' })).toEqual({ status: 'published', publish_date: '2026-12-24T18:00:00.000Z' });
  expect(toPublication({ ...timing, when: 'dated' })).toEqual({ status: 'published' });
});
