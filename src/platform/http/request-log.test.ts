import { expect, test } from 'vitest';
import { hideSecrets } from './request-log.ts';

test.each([
  ['/newsletter/confirm?token=abc&email=a%40b.example', '/newsletter/confirm?token=[hidden]&email=[hidden]'],
  ['/newsletter/unsubscribe?key=0f0f', '/newsletter/unsubscribe?key=[hidden]'],
  ['/random?sort=title&not=the-frog-king,rapunzel', '/random?sort=title&not=[hidden]'],
  ['/preview/abc/cover.svg?x=1', '/preview/[hidden]/cover.svg?x=1'],
  ['/tales?q=wolf&notes=none&after=abc', '/tales?q=wolf&notes=none&after=abc'],
])('of %s the log says %s', (target, shown) => {
  expect(hideSecrets(target)).toBe(shown);
});
