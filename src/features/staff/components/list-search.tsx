import { useEffect, useRef, useState } from 'react';
import { Icon } from '#src/ui/icon.tsx';

const LONGEST = 200;
/** After the last letter: nobody wants a list for each. */
const PAUSE_MS = 250;

type Props = { label: string; placeholder: string; q: string; onSearch: (q: string) => void };

/** Narrows a list while one types. What is in the address is what is searched for. */
export function ListSearch({ label, placeholder, q, onSearch }: Props) {
  const [text, setText] = useState(q);
  const sent = useRef(q);
  // The address has changed by another way: back, a link.
  if (sent.current !== q) {
    sent.current = q;
    if (text.trim() !== q) setText(q);
  }
  useEffect(() => {
    if (text.trim() === q) return;
    const timer = setTimeout(() => onSearch(text.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, q, onSearch]);
  return (
    <search>
      <form
        className="search"
        onSubmit={(event) => {
          event.preventDefault();
          onSearch(text.trim());
        }}
      >
        <Icon name="search" />
        <input
          type="search"
          aria-label={label}
          placeholder={placeholder}
          value={text}
          maxLength={LONGEST}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="search"
          onChange={(event) => setText(event.target.value)}
        />
      </form>
    </search>
  );
}
