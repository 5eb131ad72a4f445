import { toast } from '#src/ui/toast.ts';

/** Copies a link, and says so when it has; false when the browser refused. */
export async function copyLink(url: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(url);
  } catch {
    return false;
  }
  void toast({ title: 'Share link copied!' });
  return true;
}
