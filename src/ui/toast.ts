import { urls } from '#src/urls.ts';
import { navigate } from './navigate.ts';

/** `wrong`: an error. `warns`: it succeeded with a warning. */
export type ToastMessage = { title: string; text?: string; wrong?: boolean; warns?: boolean; action?: { name: string; act: () => void } };

/** Opens the page where a tale that was just saved is found. */
export const OPEN_MY_TALES = { name: 'My tales', act: () => navigate(urls.myTales()) };

/** Shows a message for 5 seconds. The toast library is loaded with the first one. */
export async function toast(message: ToastMessage): Promise<void> {
  host ??= import('./toast-host.tsx').catch(() => {
    // Unreachable: the page shows important messages as well, and the next toast tries again.
    host = undefined;
    return undefined;
  });
  (await host)?.showToast(message);
}

/** Removes visible messages that no longer apply. */
export async function clearToasts(): Promise<void> {
  (await host)?.clearToasts();
}

let host: Promise<typeof import('./toast-host.tsx') | undefined> | undefined;
