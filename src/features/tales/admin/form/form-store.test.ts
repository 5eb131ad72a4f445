import { expect, test, vi } from 'vitest';
import { createFormStore } from './form-store.ts';
import { newTaleFields } from './form-values.ts';

const fields = { ...newTaleFields(0), content: '<p>Once</p>' };

function openStore() {
  const store = createFormStore({ version: 7, fields });
  const text = { html: fields.content };
  store.attachEditor({
    read: () => text.html,
    write: (html) => {
      text.html = html;
    },
  });
  return { store, text };
}

test('lists fields that differ from the base, including the text of the editor', () => {
  const { store, text } = openStore();
  expect(store.changed()).toEqual([]);
  store.set('title', 'Kay');
  text.html = '<p>Twice</p>';
  expect(store.changed()).toEqual(['title', 'content']);
  store.set('title', fields.title);
  expect(store.changed()).toEqual(['content']);
});

test('a touched text is dirty until it is read and found unchanged', () => {
  const { store, text } = openStore();
  expect(store.isDirty()).toBe(false);
  store.markTextChanged();
  expect(store.isDirty()).toBe(true);
  store.read();
  expect(store.isDirty()).toBe(false);
  text.html = '<p>Twice</p>';
  store.markTextChanged();
  store.read();
  expect(store.isDirty()).toBe(true);
  store.rebase({ version: 8, fields: store.read() });
  expect(store.isDirty()).toBe(false);
});

test('keeps the text when the editor unmounts', () => {
  const { store, text } = openStore();
  text.html = '<p>Twice</p>';
  store.attachEditor(null);
  expect(store.read().content).toBe('<p>Twice</p>');
});

test('replace writes to the editor only if the text differs', () => {
  const { store, text } = openStore();
  const write = vi.fn();
  store.attachEditor({ read: () => text.html, write });
  store.replace({ ...fields, title: 'Kay' });
  expect(write).not.toHaveBeenCalled();
  store.replace({ ...fields, content: '<p>Twice</p>' });
  expect(write).toHaveBeenCalledWith('<p>Twice</p>');
});

test('changing a field clears its error and keeps others', () => {
  const { store } = openStore();
  store.setProblems({ title: ['Title is required'], author: ['Author is required'], content: ['Too long'] });
  store.set('title', 'Kay');
  store.markTextChanged();
  expect(store.problems()).toEqual({ author: ['Author is required'] });
});

test('notifies listeners until they unsubscribe', () => {
  const { store } = openStore();
  const listener = vi.fn();
  const leave = store.subscribe(listener);
  store.set('title', 'Kay');
  store.markTextChanged();
  expect(listener).toHaveBeenCalledTimes(2);
  leave();
  store.set('title', 'Gerda');
  expect(listener).toHaveBeenCalledTimes(2);
});
