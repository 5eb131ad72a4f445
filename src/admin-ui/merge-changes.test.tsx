// @vitest-environment happy-dom
import { useRef } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { all, click, fill, get, render, until } from '#test/dom.ts';
import { changesOf, mergeChanges, useTaggedForm } from './merge-changes.ts';
import { NewerNote, TaggedFormEnd, useRecordForm } from './record-form.tsx';
import { LineField } from './text-fields.tsx';

const base = { name: 'Grimm', place: 'Hanau', tales: ['a', 'b'], year: null as number | null };

test('changesOf returns fields that differ; the order of lists counts', () => {
  expect(changesOf(base, { ...base, tales: ['a', 'b'] })).toEqual({});
  expect(changesOf(base, { ...base, year: 1785, tales: ['b', 'a'] })).toEqual({ year: 1785, tales: ['b', 'a'] });
});

test('merges changes of both; conflicts keep our value and are reported', () => {
  const ours = { ...base, name: 'The Grimms', place: 'Kassel' };
  const theirs = { ...base, name: 'Brothers Grimm', year: 1785 };
  expect(mergeChanges(base, ours, theirs)).toEqual({
    values: { ...base, name: 'The Grimms', place: 'Kassel', year: 1785 },
    conflicts: ['name'],
    taken: ['year'],
  });
});

test('the same change on both sides is not a conflict', () => {
  const same = { ...base, name: 'Brothers Grimm' };
  expect(mergeChanges(base, same, same)).toEqual({ values: same, conflicts: [], taken: [] });
});

type Tale = { id: number; version: number; title: string; note: string; tag: string };

function RecordForm({ saved }: { saved: Tale }) {
  const { field, frame } = useRecordForm<Pick<Tale, 'title' | 'note'>, Tale>({
    saved,
    toValues: (tale) => ({ title: tale?.title ?? '', note: tale?.note ?? '' }),
    ...{ path: '/admin/tales', toBody: (values: object) => ({ ...values }), onSaved: () => {}, noun: 'tale' },
    labels: { title: 'Title', note: 'Note' },
  });
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <>
      <h2 ref={heading} tabIndex={-1}>
        Tale
      </h2>
      <LineField {...field('title')} />
      <LineField {...field('note')} />
      <p>{frame.note?.kind === 'merged' ? `Both versions changed: ${frame.note.both.join()}` : ''}</p>
      <NewerNote newer={frame.newer} heading={heading} />
    </>
  );
}

let latest: Tale;

function TaggedForm({ saved }: { saved: Tale }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { values, set, submit, form } = useTaggedForm({ saved, path: '/admin/tale', load: async () => latest, onSaved: () => {} });
  return (
    <form onSubmit={(event) => void submit(event)}>
      <h2 ref={heading} tabIndex={-1}>
        Tale
      </h2>
      <LineField label="Title" value={values.title} onChange={(title) => set({ title })} />
      <LineField label="Note" value={values.note} onChange={(note) => set({ note })} />
      <TaggedFormEnd form={form} heading={heading} labels={{ title: 'title' }} className="btn" button="Save" />
    </form>
  );
}

const tale = (version: number, title: string, note: string) => ({ id: 1, version, title, note, tag: String(version) });
const shown = () => all('textbox').map((field) => (field as HTMLInputElement).value);

describe.each([
  ['a form of a record', RecordForm],
  ['a form of settings', TaggedForm],
])('%s', (_, Form) => {
  const offer = () => all('button', 'Load their changes now');

  test('without own changes shows what others save in place, and never an older version', async () => {
    const update = await render(<Form saved={tale(1, 'Frog', '')} />);
    await update(<Form saved={tale(2, 'Crow', 'Theirs')} />);
    expect(shown()).toEqual(['Crow', 'Theirs']);
    await update(<Form saved={tale(1, 'Frog', '')} />);
    expect(shown()).toEqual(['Crow', 'Theirs']);
    expect(offer()).toEqual([]);
  });

  test('with own changes keeps them and offers the newer version, which is merged', async () => {
    const update = await render(<Form saved={tale(1, 'Frog', '')} />);
    await fill(get('textbox', 'Title'), 'Mine');
    await update(<Form saved={tale(2, 'Crow', 'Theirs')} />);
    expect(shown()).toEqual(['Mine', '']);
    expect(get('status').textContent).toContain('Someone else saved a newer version. Your changes are kept.');
    await click(get('button', 'Load their changes now'));
    expect(shown()).toEqual(['Mine', 'Theirs']);
    expect(offer()).toEqual([]);
    expect(document.activeElement).toBe(get('heading', 'Tale'));
    expect(document.body.textContent).toContain('Both versions changed: title');
  });

  test('adopts the newer version once the own change is taken back', async () => {
    const update = await render(<Form saved={tale(1, 'Frog', '')} />);
    await fill(get('textbox', 'Title'), 'Mine');
    await update(<Form saved={tale(2, 'Crow', 'Theirs')} />);
    await fill(get('textbox', 'Title'), 'Frog');
    expect(shown()).toEqual(['Crow', 'Theirs']);
  });
});

test('saving settings that someone else has saved merges their version, and the next save overwrites only what was changed here', async () => {
  const sent: [body: unknown, tag: string | null][] = [];
  vi.stubGlobal('fetch', async (_: string, { body, headers }: RequestInit) => {
    sent.push([JSON.parse(String(body)), new Headers(headers).get('If-Match')]);
    return sent.length === 1
      ? Response.json({ code: 'changed_since', detail: 'Someone else changed this.' }, { status: 412 })
      : Response.json({ ...tale(3, 'Mine', 'Theirs') });
  });
  latest = tale(2, 'Crow', 'Theirs');
  await render(<TaggedForm saved={tale(1, 'Frog', '')} />);
  await fill(get('textbox', 'Title'), 'Mine');
  await click(get('button', 'Save'));
  const alert = () => document.querySelector('[role=alert]')?.textContent;
  await until(() => expect(alert()).toContain('Both versions changed: title. Your version is shown.'));
  expect(shown()).toEqual(['Mine', 'Theirs']);
  await click(get('button', 'Save'));
  await until(() => expect(alert()).toBeUndefined());
  expect(sent).toEqual([
    [{ id: 1, version: 1, title: 'Mine', note: '' }, '"1"'],
    [{ id: 1, version: 2, title: 'Mine', note: 'Theirs' }, '"2"'],
  ]);
});
