import { toast } from '#src/ui/toast.ts';
import { NOTICES, type Notice } from '../notices.ts';

/** Says what the name stands for; a name that is none of ours says nothing. */
export function sayNotice(code: string): void {
  const notice: Notice | undefined = Object.hasOwn(NOTICES, code) ? NOTICES[code as keyof typeof NOTICES] : undefined;
  if (notice !== undefined) void toast(notice);
}
