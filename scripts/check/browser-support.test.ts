import { expect, test } from 'vitest';
import { findUnsupported } from './browser-support.mjs';

test.each([
  ['const u=URL.parse(a,b)', 'URL.parse'],
  ['fetch(u,{signal:AbortSignal.any([a,b])})', 'AbortSignal.any'],
  ['if(!e.checkVisibility())f()', 'Element.checkVisibility'],
  ['Map.groupBy(a,b)', 'Map.groupBy'],
  ['const{promise:p}=Promise.withResolvers()', 'Promise.withResolvers'],
  ['addEventListener("scrollend",f)', 'Document.scrollend'],
])('%s is not in the oldest browsers', (code, feature) => {
  expect(findUnsupported(new Map([['app.js', code]])).map((each) => each.feature)).toContain(feature);
});

test('a selector that the oldest browsers lack is found in styles', () => {
  const styles = new Map([['app.css', 'details:open{color:red}']]);
  expect(findUnsupported(styles).map((each) => each.feature)).toContain(':open');
});

test.each(['new URL(a,b)', 'new Intl.Segmenter("und")', 'a.isWellFormed()', 'a.toSorted()', 'schema.parse(x)', '[...ml()]'])(
  '%s is in all of them',
  (code) => {
    expect(findUnsupported(new Map([['app.js', code]]))).toEqual([]);
  },
);
