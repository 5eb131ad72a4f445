import { type ReactNode, useEffect, useRef } from 'react';
import { toast } from '#src/ui/toast.ts';

type Props = {
  title: string;
  /** What the secret is called in messages, such as `key`. */
  noun: string;
  secret: string;
  onDone: () => void;
  /** What it is, and what to do with it. */
  children: ReactNode;
};

/** Shows a new secret once, to be copied. */
export function SecretPanel({ title, noun, secret, onDone, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const code = useRef<HTMLElement>(null);
  useEffect(() => heading.current?.focus(), []);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(secret);
      await toast({ title: `${noun.charAt(0).toUpperCase()}${noun.slice(1)} copied` });
    } catch {
      if (code.current !== null) getSelection()?.selectAllChildren(code.current);
      await toast({
        title: 'Error',
        text: `Your browser could not copy the ${noun}. It is selected now: please copy it yourself.`,
        wrong: true,
      });
    }
  }

  return (
    <section className="key-made" aria-labelledby="new-secret">
      <h2 id="new-secret" ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <p>{children}</p>
      <p>
        <code ref={code} className="key-secret">
          {secret}
        </code>
      </p>
      <div className="key-end">
        <button type="button" className="btn btn-solid" onClick={() => void copy()}>
          Copy
        </button>
        <button type="button" className="btn btn-line" onClick={onDone}>
          I've copied it
        </button>
      </div>
    </section>
  );
}
