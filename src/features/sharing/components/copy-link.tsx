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

type LinkFieldProps = { link: string; note?: string | undefined; isSelected?: boolean };

/** Shows a link with a note; by default one that could not be copied, selected for manual copying. */
export function LinkField({ link, note = 'Press Ctrl+C to copy', isSelected = true }: LinkFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  // biome-ignore lint/correctness/useExhaustiveDependencies: select again when the link or what is said of it changes
  useEffect(() => {
    if (!isSelected) return;
    field.current?.focus();
    field.current?.select();
  }, [link, note, isSelected]);
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
      <p id={id} hidden={note === ''}>
        {note}
      </p>
    </div>
  );
}
