import { expect, test } from 'vitest';
import { PRINTED } from './looks.ts';
import { parseReadingSettings } from './reading-settings.ts';

test('what was kept is read again, and other things kept with it do no harm', () => {
  const settings = { ...PRINTED, face: 'clear', size: 8, flow: 'pages', ruler: true, hyphens: false } as const;
  expect(parseReadingSettings(JSON.stringify({ ...settings, at: 5, later: 'versions' }))).toEqual(settings);
});

test.each([
  null,
  '',
  '{',
  'null',
  '7',
  '[]',
  '{"size":4.5,"face":"comic","hyphens":"no","ruler":1}',
  '{"size":0}',
  '{"size":10}',
  '{"size":"5"}',
])('without sense it is the printed page: %s', (text) => expect(parseReadingSettings(text)).toEqual(PRINTED));

test('of a value that is not known the rest stays', () => {
  expect(parseReadingSettings('{"spacing":"wider than ever","measure":"wide"}')).toEqual({ ...PRINTED, measure: 'wide' });
});
