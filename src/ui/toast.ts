export type ToastMessage = { title: string; text?: string; wrong?: boolean; action?: { name: string; act: () => void } };

/** Shows a message for 5 seconds. The library that places it is fetched with the first one. */
export async function toast(message: ToastMessage): Promise<void> {
  const { showToast } = await import('./toast-host.tsx');
  showToast(message);
}
