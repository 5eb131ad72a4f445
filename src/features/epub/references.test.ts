import { expect, test } from 'vitest';
import { createLinkTo } from './write-epub.ts';

const linkTo = createLinkTo((slug) => slug === 'rapunzel', 'https://tales.example/collections/mill');

test.each([
  ['/tale/rapunzel', 'rapunzel.xhtml'],
  ['/tale/rapunzel#t-two', 'rapunzel.xhtml'],
  ['/tale/the-raven#t-two', 'https://tales.example/tale/the-raven#t-two'],
  ['/tale/rapunzel?a=1', 'https://tales.example/tale/rapunzel?a=1'],
  ['/authors', 'https://tales.example/authors'],
  ['https://x.example/a|b[c]?d=[e]%zz%20#é', 'https://x.example/a%7Cb%5Bc%5D?d=%5Be%5D%25zz%20#%C3%A9'],
  ['http://[::1]:8080/a', 'http://[::1]:8080/a'],
  ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
  ['mailto:a@example.org?subject=A [b]', 'mailto:a@example.org?subject=A%20%5Bb%5D'],
  ['javascript:alert(1)', undefined],
  ['data:text/html,x', undefined],
  ['https://', undefined],
])('%s is resolved to %s', (href, place) => {
  expect(linkTo(href)).toBe(place);
});
