import { setCurrentUser } from '#src/api-client/current-user.ts';
import { navigate } from '#src/ui/navigate.ts';
import { toast } from '#src/ui/toast.ts';
import { urls } from '#src/urls.ts';
import type { SessionAnswer } from '../contract.ts';
import type { FlashMessage } from '../flash-messages.ts';

/** Applies a successful sign-in and goes to `next`, or to the page that asks for the second factor. */
export async function completeSignIn(answer: SessionAnswer, next: string, message: FlashMessage): Promise<void> {
  if ('secondFactor' in answer) return navigate(urls.loginCode(next));
  setCurrentUser(answer.person);
  navigate(next);
  await toast(message);
}
