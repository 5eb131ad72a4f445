import { expect, test, vi } from 'vitest';
import { createFormStore } from './form-store.ts';
import { blankTale } from './tale-values.ts';

const fields = { ...blankTale(0), content: '<p>Once</p>' };

function openStore() {
  const store = createFormStore({ version: 7, fields });
  const text = { html: fields.content };
  store.placeText({
    read: () => text.html,
    write: (html) => {
      text.html = html;
    },
  });
  return { store, text };
}

test('knows which fields differ from the tale, the text as it stands in the editor among them', () => {
  const { store, text } = openStore();
  expect(store.changed()).toEqual([]);
  store.set('title', 'Kay');
  text.html = '<p>Twice</p>';
  expect(store.changed()).toEqual(['title', 'content']);
  store.set('title', fields.title);
  expect(store.changed()).toEqual(['content']);
});

test('a touched text is something to lose until it turns out to be as it was', () => {
  const { store, text } = openStore();
  expect(store.isDirty()).toBe(false);
  store.touchText();
  expect(store.isDirty()).toBe(true);
  store.read();
  expect(store.isDirty()).toBe(false);
  text.html = '<p>Twice</p>';
  store.touchText();
  store.read();
  expect(store.isDirty()).toBe(true);
  store.rebase({ version: 8, fields: store.read() });
  expect(store.isDirty()).toBe(false);
});

test('keeps the text when the editor goes', () => {
  const { store, text } = openStore();
  text.html = '<p>Twice</p>';
  store.placeText(null);
  expect(store.read().content).toBe('<p>Twice</p>');
});

test('other words reach the editor, and only when they are others', () => {
  const { store, text } = openStore();
  const write = vi.fn();
  store.placeText({ read: () => text.html, write });
  store.replace({ ...fields, title: 'Kay' });
  expect(write).not.toHaveBeenCalled();
  store.replace({ ...fields, content: '<p>Twice</p>' });
  expect(write).toHaveBeenCalledWith('<p>Twice</p>');
});

test('a field that is mended is not called wrong any more, others are', () => {
  const { store } = openStore();
  store.setProblems({ title: ['Title is required'], author: ['Author is required'], content: ['Too long'] });
  store.set('title', 'Kay');
  store.touchText();
  expect(store.problems()).toEqual({ author: ['Author is required'] });
});

test('tells of changes, and to whom has left no more', () => {
  const { store } = openStore();
  const listener = vi.fn();
  const leave = store.subscribe(listener);
  store.set('title', 'Kay');
  store.touchText();
  expect(listener).toHaveBeenCalledTimes(2);
  leave();
  store.set('title', 'Gerda');
  expect(listener).toHaveBeenCalledTimes(2);
});
