import { go } from '#src/ui/go.ts';
import { toast } from '#src/ui/toast.ts';
import { urls } from '#src/urls.ts';
import type { SessionAnswer } from '../contract.ts';
import type { Notice } from '../notices.ts';
import { setMe } from './me.ts';

/** After a proof was taken: in, with `notice`, and on to `next`; or on to the second factor. */
export async function enter(answer: SessionAnswer, next: string, notice: Notice): Promise<void> {
  if ('secondFactor' in answer) return go(urls.loginCode(next));
  setMe(answer.person);
  go(next);
  await toast(notice);
}
