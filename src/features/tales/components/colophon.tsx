import { ageLabel } from '#src/features/tales/browse-changes.ts';
import { noteWords } from '#src/features/tales/content-notes.ts';
import type { TaleView } from '#src/features/tales/contract.ts';

/** Where the tale comes from, after its end. */
export function Colophon({ tale }: { tale: TaleView }) {
  const facts = [
    { name: 'Origin', value: tale.origin },
    { name: 'Tale type', value: tale.taleType },
    { name: 'Motifs', value: tale.motifs.join(', ') },
    { name: 'For', value: tale.ageBand ? ageLabel(tale.ageBand).toLowerCase() : '' },
    { name: 'It has', value: noteWords(tale.contentNotes) },
  ].filter((fact) => fact.value !== '');
  const lines = [tale.retoldFrom ? `Retold from ${tale.retoldFrom}` : '', tale.source, tale.rights].filter((line) => line !== '');
  if (lines.length === 0 && facts.length === 0) return null;
  return (
    <footer className="colophon">
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      <dl>
        {facts.map((fact) => (
          <div key={fact.name}>
            <dt>{fact.name}</dt>
            <dd>{fact.value}</dd>
          </div>
        ))}
      </dl>
    </footer>
  );
}
