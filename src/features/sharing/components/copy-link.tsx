import { useEffect, useId, useRef } from 'react';
import { toast } from '#src/ui/toast.ts';

/** Copies a text; returns false when the browser refuses. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Copies a link and shows a toast; returns false when the browser refuses. */
export async function copyLink(url: string): Promise<boolean> {
  const isCopied = await copyText(url);
  if (isCopied) void toast({ title: 'Share link copied!' });
  return isCopied;
}

/** Shows a link, selected for manual copying, when it could not be copied. */
export function LinkField({ link }: { link: string }) {
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  // biome-ignore lint/correctness/useExhaustiveDependencies: select again when the link changes
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, [link]);
  return (
    <div className="share-link">
      <input
        ref={field}
        className="input"
        readOnly
        value={link}
        aria-label="Link to share"
        aria-describedby={id}
        onFocus={(event) => event.target.select()}
      />
      <p id={id}>Press Ctrl+C to copy</p>
    </div>
  );
}
