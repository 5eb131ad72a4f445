/** Differences between two versions, as returned by compare-text.ts. */
import type { Block, TextPart } from './compare-text.ts';

/** A field that differs. Without blocks only its formatting differs. */
export type FieldChange<Name extends string = string> = { field: Name; label: string; blocks: Block[] };

type FieldStyle = {
  /** Language of the text, if it is not that of the page. */
  lang?: string | undefined;
  /** Running text, which is set wider. */
  isProse: boolean;
};

type Props<Name extends string> = { changes: readonly FieldChange<Name>[]; styleOf: (field: Name) => FieldStyle };

/** Lists changed fields with added and removed words marked. */
export function FieldChanges<Name extends string>({ changes, styleOf }: Props<Name>) {
  if (changes.length === 0)
    return (
      <p className="panel-note" role="status">
        These versions are the same.
      </p>
    );
  return (
    <dl className="changes">
      {changes.map(({ field, label, blocks }) => {
        const { lang, isProse } = styleOf(field);
        return (
          <div key={field}>
            <dt className="label">{label}</dt>
            <dd className={isProse ? 'changes-text' : undefined} lang={lang}>
              {blocks.length === 0 ? <FormattingOnly /> : <TextChanges blocks={blocks} />}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

export function FormattingOnly() {
  return <p className="hint">The words are the same; only formatting or images have changed.</p>;
}

/** A text with added and removed words marked. Runs of unchanged paragraphs are only counted. */
export function TextChanges({ blocks }: { blocks: readonly Block[] }) {
  return blocks.map((block, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: blocks may be equal, and are never reordered
    <Paragraph key={index} block={block} />
  ));
}

function Paragraph({ block }: { block: Block }) {
  if ('unchanged' in block)
    return <p className="changes-same">{block.unchanged === 1 ? '1 unchanged paragraph' : `${block.unchanged} unchanged paragraphs`}</p>;
  return (
    <p>
      {block.parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts may be equal, and are never reordered
        <MarkedText key={index} part={part} />
      ))}
    </p>
  );
}

function MarkedText({ part: { text, kind } }: { part: TextPart }) {
  if (kind === 'added') return <ins className="mark-added">{text}</ins>;
  return kind === 'removed' ? <del className="mark-removed">{text}</del> : text;
}
