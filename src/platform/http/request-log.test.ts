import { expect, test } from 'vitest';
import { hideSecrets } from './request-log.ts';

test.each([
  ['/newsletter/confirm?token=abc&email=a%40b.example', '/newsletter/confirm?token=[hidden]&email=[hidden]'],
  ['/newsletter/unsubscribe?key=0f0f', '/newsletter/unsubscribe?key=[hidden]'],
  ['/random?sort=title&not=the-frog-king,rapunzel', '/random?sort=title&not=[hidden]'],
  ['/preview/abc/cover.svg?x=1', '/preview/[hidden]/cover.svg?x=[hidden]'],
  ['/tales?q=wolf&sort=title&after=abc', '/tales?q=wolf&sort=title&after=abc'],
  ['/tales?q=gerda%40tales.example', '/tales?q=[hidden]'],
  ['/api/v1/admin/users?q=gerda%40tales.example&status=active', '/api/v1/admin/users?q=[hidden]&status=active'],
  ['/api/v1/admin/users?q=Gerda&after=R2VyZGE', '/api/v1/admin/users?q=[hidden]&after=[hidden]'],
  ['/manage-users?q=Gerda', '/manage-users?q=[hidden]'],
  ['/login?next=%2Fprofile%3Femail=a@b.example&mail=x', '/login?next=[hidden]&mail=[hidden]'],
  ['/tales?gerda@tales.example&a%40b=1;Q=x', '/tales?[hidden]&[hidden];Q=[hidden]'],
  ['/users/gerda@tales.example/x', '/users/[hidden]/x'],
  ['/x?q="},{"level":"fake', '/x?q="},{"level":"fake'],
  ['/x?', '/x?'],
  ['/admin?q=Gerda', '/admin?q=[hidden]'],
  ['/tales/admin?q=wolf', '/tales/admin?q=wolf'],
  ['/tales?Q%20x=1&=2', '/tales?[hidden]&[hidden]'],
  [`/${'a'.repeat(999)}`, `/${'a'.repeat(999)}`],
  [`/${'a'.repeat(1_000)}`, `/${'a'.repeat(999)}…`],
])('%s is logged as %s', (target, shown) => {
  expect(hideSecrets(target)).toBe(shown);
});
