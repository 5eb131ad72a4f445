import { useEffect, useRef } from 'react';
import { toast } from '#src/ui/toast.ts';
import type { MadeKey as Made } from '../contract.ts';

/** A new key, this once. */
export function MadeKey({ made: { key, secret }, onDone }: { made: Made; onDone: () => void }) {
  const title = useRef<HTMLHeadingElement>(null);
  const shown = useRef<HTMLElement>(null);
  useEffect(() => title.current?.focus(), []);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(secret);
      await toast({ title: 'Key copied' });
    } catch {
      if (shown.current !== null) getSelection()?.selectAllChildren(shown.current);
      await toast({ title: 'Error', text: 'Your browser would not copy it. It is marked now: please copy it yourself.', wrong: true });
    }
  }

  return (
    <section className="key-made" aria-labelledby="made-key">
      <h2 id="made-key" ref={title} tabIndex={-1}>
        Your new key
      </h2>
      <p>
        This is the key “<bdi>{key.name}</bdi>”. Copy it now and keep it as you keep a password: it is not shown again.
      </p>
      <p>
        <code ref={shown} className="key-secret">
          {secret}
        </code>
      </p>
      <div className="key-end">
        <button type="button" className="btn btn-solid" onClick={() => void copy()}>
          Copy
        </button>
        <button type="button" className="btn btn-line" onClick={onDone}>
          I have kept it
        </button>
      </div>
    </section>
  );
}
