import { useEffect, useId, useRef } from 'react';

/** A link that could not be copied: selected, for the reader to copy. */
export function SelectedLink({ link }: { link: string }) {
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another link is selected anew
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
