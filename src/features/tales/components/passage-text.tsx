import type { Passage } from '#src/features/tales/contract.ts';

/** A passage of a tale with the words searched for marked. */
export function PassageText({ passage }: { passage: Passage }) {
  const placed = passage.map((part, index) => ({ ...part, key: `${index}:${part.text}` }));
  return (
    <p className="passage">
      {placed.map((part) => (part.mark ? <mark key={part.key}>{part.text}</mark> : <span key={part.key}>{part.text}</span>))}
    </p>
  );
}
