import { NOTICE_COOKIE } from '../notice-cookie.ts';

/** Shows what a form had to say before it led here, once. */
export async function showNotice(): Promise<void> {
  const found = document.cookie.split('; ').find((pair) => pair.startsWith(`${NOTICE_COOKIE}=`));
  if (found === undefined) return;
  // biome-ignore lint/suspicious/noDocumentCookie: the newer interface is not in every browser of our readers
  document.cookie = `${NOTICE_COOKIE}=; Path=/; Max-Age=0`;
  // The words come when there is something to say.
  const { sayNotice } = await import('./say-notice.ts');
  sayNotice(found.slice(NOTICE_COOKIE.length + 1));
}
