import { useEffect, useRef, useState } from 'react';
import { Icon } from '#src/ui/icon.tsx';
import { toast } from '#src/ui/toast.ts';

/** Opens the device's share sheet where there is one, else copies the link; where copying is refused, shows it selected. */
export function ShareButton({ title, path }: { title: string; path: string }) {
  const [link, setLink] = useState<string | null>(null);

  async function share(): Promise<void> {
    const url = new URL(path, window.location.href).href;
    if (await shared(title, url)) return;
    try {
      await navigator.clipboard.writeText(url);
      setLink(null);
      await toast({ title: 'Share link copied!' });
    } catch {
      setLink(url);
    }
  }

  return (
    <>
      <button type="button" className="btn btn-line" onClick={share}>
        <Icon name="share" />
        Share
      </button>
      {link === null ? null : <SelectedLink link={link} />}
    </>
  );
}

/** True when the share sheet took the link, or the reader closed it. */
async function shared(title: string, url: string): Promise<boolean> {
  if (typeof navigator.share !== 'function') return false;
  try {
    await navigator.share({ title, url });
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError';
  }
}

function SelectedLink({ link }: { link: string }) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  return (
    <div className="share-link">
      <input
        ref={field}
        className="input"
        readOnly
        value={link}
        aria-label="Link to this tale"
        aria-describedby="share-hint"
        onFocus={(event) => event.target.select()}
      />
      <p id="share-hint">Press Ctrl+C to copy</p>
    </div>
  );
}
