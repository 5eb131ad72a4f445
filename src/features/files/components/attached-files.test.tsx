// @vitest-environment happy-dom
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { setCurrentUser } from '#src/api-client/current-user.ts';
import { all, click, get, render, until } from '#test/dom.ts';
import type { AttachedFile } from '../attachments/contract.ts';
import { describeFile } from '../attachments/describe-file.ts';
import { AttachedFiles } from './attached-files.tsx';

const SHEET: AttachedFile = {
  ...{ id: '1', kind: 'worksheet', label: 'The mill', description: 'For crayons', name: 'mill.pdf', mediaType: 'application/pdf' },
  ...{ bytes: 1_234_567, pages: 2, address: '/files/1/mill.pdf?v=1', preview: '/files/1/preview?v=1' },
};
const show = (files: AttachedFile[], memberFiles = 0) =>
  render(<AttachedFiles {...{ files, memberFiles }} of="tales" slug="rapunzel" page="/tale/rapunzel" />);

test('files are shown with kind, type, size and preview, and audio with a player', async () => {
  const song = { ...SHEET, id: '2', kind: 'recording' as const, label: 'Song', name: 'song.mp3', mediaType: 'audio/mpeg' };
  await show([SHEET, { ...song, description: '', pages: null, preview: null, address: '/files/2/song.mp3?v=1', bytes: 900 }]);
  const [first, second] = document.querySelectorAll('.attached li');
  expect(first?.querySelector('img')?.getAttribute('src')).toBe(SHEET.preview);
  expect(first?.textContent).toBe('The millWorksheet · PDF, 2 pages · 1.2 MBFor crayonsDownload');
  expect(get('link', 'Download The mill').getAttribute('download')).toBe('mill.pdf');
  expect(second?.textContent).toBe('SongRecording · MP3 · 1 KBDownload');
  expect(second?.querySelector('audio')?.getAttribute('src')).toBe('/files/2/song.mp3?v=1');
  expect(document.querySelectorAll('audio, img')).toHaveLength(2);
});

test('nothing is shown without files, and only their number of those for members', async () => {
  await show([]);
  expect(document.querySelector('.attached')).toBeNull();
  await show([], 2);
  expect(document.querySelector('.attached')?.textContent).toBe('Worksheets and files2 files for members Log in to download');
  expect(get('link', 'Log in to download').getAttribute('href')).toBe('/login?next=%2Ftale%2Frapunzel');
});

test('readers who are logged in see the files for members, and can try again', async () => {
  const person = { name: 'Gerda', email: '', role: 'user' as const };
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (path: string) => {
    if (path.endsWith('/me')) return Response.json({ person, settings: {} });
    asked.push(path);
    const answer = { files: [{ ...SHEET, label: 'Members’ sheet' }] };
    return asked.length === 1 ? new Response('{}', { status: 500 }) : Response.json(answer);
  });
  await act(async () => setCurrentUser(person));
  await show([SHEET], 1);
  await until(() => expect(all('button', 'Try again')).toHaveLength(1));
  await click(get('button', 'Try again'));
  await until(() => expect(document.querySelectorAll('.attached li')).toHaveLength(2));
  expect(get('link', 'Download Members’ sheet')).toBeDefined();
  expect(asked).toEqual(Array(2).fill('/api/v1/account/files/tales/rapunzel'));
  await act(async () => setCurrentUser(null));
  expect(document.querySelector('.attached')?.textContent).toContain('1 file for members');
  vi.unstubAllGlobals();
});

test.each([
  [{ kind: 'other' as const, name: 'words.csv', pages: null, bytes: 999_999 }, 'File · CSV · 1000 KB'],
  [{ kind: 'colouring-page' as const, name: 'a.b.PNG', pages: null, bytes: 1 }, 'Colouring page · PNG · 1 KB'],
  [{ kind: 'worksheet' as const, name: 'a.pdf', pages: 1, bytes: 2_000_000 }, 'Worksheet · PDF, 1 page · 2.0 MB'],
])('describes %o', (file, text) => {
  expect(describeFile(file)).toBe(text);
});
