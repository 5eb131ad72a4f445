import type { Block } from './compare-paragraphs.ts';
import type { FieldChange } from './compare-tales.ts';
import type { Part } from './compare-words.ts';

/** What changed, field by field: words that came and words that went. */
export function FieldChanges({ changes, language }: { changes: readonly FieldChange[]; language: string }) {
  if (changes.length === 0)
    return (
      <p className="panel-note" role="status">
        These versions are the same.
      </p>
    );
  return (
    <dl className="changes">
      {changes.map(({ field, label, blocks }) => (
        <div key={field}>
          <dt className="label">{label}</dt>
          <dd className={field === 'content' || field === 'excerpt' ? 'changes-text' : undefined} lang={languageOf(field, language)}>
            {blocks.length === 0 ? (
              <p className="hint">The words are the same: only their form has changed, as italics or a picture.</p>
            ) : null}
            {blocks.map((block, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs may be the same, and never change places
              <Paragraph key={at} block={block} />
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const WRITTEN_IN_IT: string[] = ['title', 'excerpt', 'content'];

function languageOf(field: string, language: string): string | undefined {
  return WRITTEN_IN_IT.includes(field) ? language : undefined;
}

function Paragraph({ block }: { block: Block }) {
  if ('unchanged' in block)
    return <p className="changes-same">{block.unchanged === 1 ? '1 paragraph as before' : `${block.unchanged} paragraphs as before`}</p>;
  return (
    <p>
      {block.parts.map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: words may be the same, and never change places
        <Words key={at} part={part} />
      ))}
    </p>
  );
}

function Words({ part: { text, kind } }: { part: Part }) {
  if (kind === 'added') return <ins className="mark-added">{text}</ins>;
  return kind === 'removed' ? <del className="mark-removed">{text}</del> : text;
}
