import { useMemo } from 'react';
import { type Block, compareParagraphs } from '#src/features/versions/components/compare-paragraphs.ts';
import { compareWords } from '#src/features/versions/components/compare-words.ts';
import { readableParagraphs } from '#src/features/versions/components/readable-text.ts';

type Props = { before: string; after: string; isHtml: boolean };

/** A text with what was changed in it marked; paragraphs far from a change are only counted. */
export function SideChanges({ before, after, isHtml }: Props) {
  const blocks = useMemo(
    (): Block[] =>
      isHtml ? compareParagraphs(readableParagraphs(before), readableParagraphs(after)) : [{ parts: compareWords(before, after) }],
    [before, after, isHtml],
  );
  if (!blocks.some((block) => 'parts' in block)) return <p className="hint">The words are the same: only their form has changed.</p>;
  return blocks.map((block, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs may be the same, and never change places
    <Paragraph key={at} block={block} />
  ));
}

function Paragraph({ block }: { block: Block }) {
  if ('unchanged' in block)
    return <p className="hint">{block.unchanged === 1 ? '1 paragraph as before' : `${block.unchanged} paragraphs as before`}</p>;
  return (
    <p>
      {block.parts.map(({ text, kind }, at) => {
        const key = `${at} ${kind}`;
        if (kind === 'added') return <ins key={key}>{text}</ins>;
        return kind === 'removed' ? <del key={key}>{text}</del> : <span key={key}>{text}</span>;
      })}
    </p>
  );
}
