/** `wrong`: something failed. `warns`: it was done, but not as it was meant. */
export type ToastMessage = { title: string; text?: string; wrong?: boolean; warns?: boolean; action?: { name: string; act: () => void } };

/** Shows a message for 5 seconds. The library that places it is fetched with the first one. */
export async function toast(message: ToastMessage): Promise<void> {
  host ??= import('./toast-host.tsx').catch(() => {
    // Not reached just now: what matters stands on the page as well, and the next message tries again.
    host = undefined;
    return undefined;
  });
  (await host)?.showToast(message);
}

/** Takes away what is still shown, when something new was begun and it holds no longer. */
export async function clearToasts(): Promise<void> {
  (await host)?.clearToasts();
}

let host: Promise<typeof import('./toast-host.tsx') | undefined> | undefined;
