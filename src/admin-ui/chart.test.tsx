import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Chart } from './chart.tsx';

const POINTS = [
  { label: '1 May 2026', value: 3 },
  { label: '2 May 2026', value: 0 },
  { label: '3 May 2026', short: 'Today', value: 1_201 },
];
const PROPS = { title: 'Reads per day', summary: '1,204 reads.', empty: 'No reads yet.', kind: 'bars', columns: ['Day', 'Reads'] } as const;

test('a chart has a caption, a description, a round axis, and its figures in a table', () => {
  const html = renderToStaticMarkup(<Chart {...PROPS} points={POINTS} />);
  expect(html).toContain('<figcaption>Reads per day</figcaption>');
  const id = html.match(/aria-describedby="([^"]+)"/)?.[1];
  expect(html).toContain(`id="${id}">1,204 reads.</p>`);
  expect(html.match(/<span>([^<]*)<\/span>/g)).toEqual(['1,600', '800', '0', '1 May 2026', 'Today'].map((text) => `<span>${text}</span>`));
  expect([...html.matchAll(/<tr><th scope="row">([^<]+)<\/th><td>([^<]+)/g)].map(([, day, reads]) => [day, reads])).toEqual([
    ['1 May 2026', '3'],
    ['2 May 2026', '0'],
    ['3 May 2026', '1,201'],
  ]);
});

test('compared values are a dashed line with a key, and a column of the table', () => {
  const html = renderToStaticMarkup(
    <Chart {...PROPS} points={POINTS} max={2_000} compared={{ name: 'All tales', values: [0, 1_000, 2_000] }} />,
  );
  expect(html).toContain('<path class="chart-compared" d="M5 100L15 50L25 0">');
  expect(html).toContain('<th scope="col">All tales</th>');
  expect(html).toContain('<td>1,201</td><td>2,000</td>');
});

test('one value is a line over the whole width', () => {
  expect(renderToStaticMarkup(<Chart {...PROPS} kind="line" points={POINTS.slice(2)} max={2_402} />)).toContain('d="M0 50H10"');
});

test.each([[[]], [[{ label: '1 May 2026', value: 0 }]]])(
  'without values %o it says so, and keeps the choice of what is shown',
  (points) => {
    const html = renderToStaticMarkup(
      <Chart {...PROPS} points={points}>
        <select />
      </Chart>,
    );
    expect(html).toContain('No reads yet.');
    expect([html.includes('<svg'), html.includes('<table'), html.includes('<select')]).toEqual([false, false, true]);
  },
);
