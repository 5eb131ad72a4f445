import { toast } from '#src/ui/toast.ts';
import { NOTICE_COOKIE, NOTICES, type Notice } from '../notices.ts';

/** Shows what a form had to say before it led here, once. */
export function showNotice(): void {
  const found = document.cookie.split('; ').find((pair) => pair.startsWith(`${NOTICE_COOKIE}=`));
  if (found === undefined) return;
  // biome-ignore lint/suspicious/noDocumentCookie: the newer interface is not in every browser of our readers
  document.cookie = `${NOTICE_COOKIE}=; Path=/; Max-Age=0`;
  const code = found.slice(NOTICE_COOKIE.length + 1);
  const notice: Notice | undefined = Object.hasOwn(NOTICES, code) ? NOTICES[code as keyof typeof NOTICES] : undefined;
  if (notice !== undefined) void toast(notice);
}
