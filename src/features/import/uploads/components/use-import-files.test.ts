import { expect, test } from 'vitest';
import { selectUploads } from './use-import-files.ts';

const file = (name: string) => new File(['x'], name);
/** Files of a chosen folder, as the browser provides them. */
function inFolder(path: string): File {
  const made = file(path.replace(/^.*\//, ''));
  Object.defineProperty(made, 'webkitRelativePath', { value: path });
  return made;
}

test('tries every file chosen individually, so that each rejection is shown', () => {
  const files = [file('a.md'), file('b.pdf')];
  expect(selectUploads(files, 200)).toEqual({ taken: files, words: '' });
});

test('uploads only supported files of a folder and reports the number of others', () => {
  const [tale, zip, picture, hidden, about] = ['G/a.md', 'G/more.zip', 'G/a.png', 'G/.a.md', 'G/README.md'].map(inFolder);
  const { taken, words } = selectUploads([tale, zip, picture, hidden, about] as File[], 200);
  expect(taken).toEqual([tale, zip]);
  expect(words).toBe('Skipped 3 files of unsupported types.');
});

test('uploads nothing when there are more files than room', () => {
  const files = Array.from({ length: 201 }, (_, index) => inFolder(`G/${index}.md`));
  expect(selectUploads(files, 200)).toEqual({
    taken: [],
    words: 'Too many files (201): an import can have 200. Upload them in a ZIP archive, which counts as one file.',
  });
  expect(selectUploads(files.slice(0, 5), 4).taken).toEqual([]);
  expect(selectUploads(files.slice(0, 4), 4).taken).toHaveLength(4);
});
