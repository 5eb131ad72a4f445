import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { ImportReport, ImportRun } from '../contract.ts';
import { DoneStage } from './import-stages.tsx';

const NUMBERS = { found: 2, made: 2, changed: 0, unchanged: 0, left_alone: 0, gone: 0, drafts: 1, doubtful: 0, duplicates: 0 };
const tale = (title: string, is_draft: boolean) => ({ title, deed: 'new' as const, is_draft, why: [] });
const report = {
  ...{ id: '1', state: 'done', created_at: '2026-05-04T07:00:00.000Z', by: null, how: {}, files: [], problem: null, progress: null },
  ...{ run: 7, is_dry: false, problems: [], left: [] },
  books: [
    {
      ...{ file: 'a.epub', name: 'A book', outcome: 'read', problem: null, notes: [], problems: [], columns: [], ...NUMBERS },
      tales: [tale('The Frog King', false), tale('Rampion', true)],
    },
  ],
} as unknown as ImportReport;

function show(state: ImportRun['state'], edited: string[] = []): string {
  const client = new QueryClient();
  const undone = state === 'undone' ? { removed: 2 - edited.length, edited, changed: 0 } : null;
  const run = {
    id: 7,
    started_at: report.created_at,
    by: null,
    books: ['A book'],
    book_count: 1,
    tales: 2,
    drafts: 1,
    left_out: 0,
    state,
    undone,
  };
  client.setQueryData(['staff', '/import-runs'], { runs: [run] });
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <DoneStage report={report} />
    </QueryClientProvider>,
  );
}

test('shows what an import has written', () => {
  const html = show('done');
  expect(html).toContain('2 tales imported: 1 published, 1 as a draft.');
  expect(html).toContain('New, published');
});

test.each([
  ['undoing', [], 'This import is being undone.', 'Being removed'],
  ['undone', [], 'This import was undone.', 'Removed<'],
  ['undone', ['Rampion'], 'This import was undone.', 'Removed unless edited'],
] as const)('does not link to tales after an undo: %s %j', (state, edited, sum, badge) => {
  const html = show(state, [...edited]);
  expect(html).toContain(sum);
  expect(html).toContain(badge);
  expect(html).not.toMatch(/were written|New, |badge-good|badge-amber/);
});
