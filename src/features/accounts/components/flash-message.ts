/** Carries the name of a flash message to the next page. Readable by scripts, contains no secret. */
export const FLASH_COOKIE = 'talewood_notice';

/** Shows the flash message of the previous page once. */
export async function showFlashMessage(): Promise<void> {
  const found = document.cookie.split('; ').find((pair) => pair.startsWith(`${FLASH_COOKIE}=`));
  if (found === undefined) return;
  // biome-ignore lint/suspicious/noDocumentCookie: not every supported browser has the Cookie Store API
  document.cookie = `${FLASH_COOKIE}=; Path=/; Max-Age=0`;
  const { toastFlashMessage } = await import('../flash-messages.ts');
  toastFlashMessage(found.slice(FLASH_COOKIE.length + 1));
}
