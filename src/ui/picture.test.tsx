import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { pictureOf, withPictures } from './picture.ts';
import { Picture } from './picture.tsx';

const HASH = '0123456789abcdef0123';
const small = `/media/${HASH}-500x400/500.webp`;

test('all variants of an image are derived from its URL', () => {
  const folder = `/media/${HASH}-1920x1080`;
  expect(pictureOf(`${folder}/1920.webp#x20y95`)).toEqual({
    src: `${folder}/1920.webp`,
    srcSet: [320, 640, 960, 1280, 1920].map((width) => `${folder}/${width}.webp ${width}w`).join(', '),
    avifSrcSet: [320, 640, 960, 1280, 1920].map((width) => `${folder}/${width}.avif ${width}w`).join(', '),
    width: 1920,
    height: 1080,
    focal: { x: 20, y: 95 },
  });
  expect(pictureOf(small)?.srcSet).toBe(`/media/${HASH}-500x400/320.webp 320w, /media/${HASH}-500x400/500.webp 500w`);
});

test.each([
  '',
  '/covers/rapunzel.svg',
  '/media/swan.jpg',
  `https://evil.example${small}`,
  `${small}?x`,
  `${small}#x1`,
  small.replace('0123', '01z3'),
])('%s is not in the media library', (address) => expect(pictureOf(address)).toBe(undefined));

test('an image has its widths and its focal point, an SVG cover has neither', () => {
  const html = renderToStaticMarkup(<Picture address={`${small}#x19y0`} sizes="9rem" loading="lazy" />);
  expect(html).toContain('<picture><source type="image/avif" srcSet="/media/0123456789abcdef0123-500x400/320.avif 320w');
  expect(html).toContain('class="at-x2 at-y0"');
  expect(html).toContain('width="500" height="400"');
  expect(html).not.toContain('style=');
  expect(renderToStaticMarkup(<Picture address="/covers/x.svg" sizes="9rem" loading="lazy" />)).toBe(
    '<img loading="lazy" src="/covers/x.svg" alt="" width="600" height="800"/>',
  );
});

test('images in a text get their variants, and nothing else is changed', () => {
  const html = `<p>One &lt;img src="${small}"&gt;</p><figure><img src="${small}" alt="A &quot;mill&quot; &gt; 1" width="10" height="9" /></figure><img src="/media/x.png" alt="" />`;
  const ready = withPictures(html);
  expect(ready).toContain('<figure><picture><source type="image/avif"');
  expect(ready).toContain(`<img src="${small}" srcset="/media/0123456789abcdef0123-500x400/320.webp 320w, ${small} 500w"`);
  expect(ready).toContain(
    'width="500" height="400" loading="lazy" alt="A &quot;mill&quot; &gt; 1" /></picture></figure><img src="/media/x.png" alt="" />',
  );
  expect(ready.startsWith(`<p>One &lt;img src="${small}"&gt;</p>`)).toBe(true);
  expect(withPictures('<p>none</p>')).toBe('<p>none</p>');
});
