import { expect, test } from 'vitest';
import { sortOut } from './use-import-files.ts';

const file = (name: string) => new File(['x'], name);
/** As the browser hands out the files of a folder that was chosen. */
function inFolder(path: string): File {
  const made = file(path.replace(/^.*\//, ''));
  Object.defineProperty(made, 'webkitRelativePath', { value: path });
  return made;
}

test('files that were chosen one by one are all tried, so that each refusal is told', () => {
  const files = [file('a.md'), file('b.pdf')];
  expect(sortOut(files, 200)).toEqual({ taken: files, words: '' });
});

test('of a folder only what can hold tales is sent, and the rest told in a sentence', () => {
  const [tale, zip, picture, hidden, about] = ['G/a.md', 'G/more.zip', 'G/a.png', 'G/.a.md', 'G/README.md'].map(inFolder);
  const { taken, words } = sortOut([tale, zip, picture, hidden, about] as File[], 200);
  expect(taken).toEqual([tale, zip]);
  expect(words).toBe('3 files of the folder, of other kinds, were left out.');
});

test('more files than there is room for are not begun', () => {
  const files = Array.from({ length: 201 }, (_, index) => inFolder(`G/${index}.md`));
  expect(sortOut(files, 200)).toEqual({
    taken: [],
    words: 'That would be 201 files, and an import takes 200. Pack them into a zip and send that: a zip counts as one.',
  });
  expect(sortOut(files.slice(0, 5), 4).taken).toEqual([]);
  expect(sortOut(files.slice(0, 4), 4).taken).toHaveLength(4);
});
