import { type ReactNode, useMemo } from 'react';
import { compareParagraphs } from '#src/admin-ui/compare-text.ts';
import { FormattingOnly, TextChanges } from '#src/admin-ui/text-changes.tsx';
import { readableParagraphs } from '#src/features/tale-html/plain-text.ts';
import type { SuggestedField, TextChange } from '../changes.ts';
import type { OwnSuggestionRow } from '../contract.ts';

export const FIELD_LABELS: Record<SuggestedField, string> = { title: 'Title', excerpt: 'Excerpt', content: 'Text' };

type DiffProps = Pick<TextChange, 'field' | 'before' | 'after'> & { lang?: string | undefined };

/** The words that a change adds and removes. */
export function ChangeDiff({ field, before, after, lang }: DiffProps) {
  const blocks = useMemo(() => {
    const read = (html: readonly string[]) => (field === 'content' ? html.flatMap(readableParagraphs) : [...html]);
    return compareParagraphs(read(before), read(after));
  }, [field, before, after]);
  return (
    <div className="changes-text" lang={lang} dir="auto">
      {blocks.some((block) => 'parts' in block) ? <TextChanges blocks={blocks} /> : <FormattingOnly />}
    </div>
  );
}

type CardProps = { label: string; badge?: ReactNode; children: ReactNode };

/** One change with its place and state. */
export function ChangeCard({ label, badge, children }: CardProps) {
  return (
    <li className="suggested-change">
      <p className="suggested-change-head">
        <span className="label">{label}</span>
        {badge}
      </p>
      {children}
    </li>
  );
}

const STATES = {
  open: { text: 'Open', kind: 'badge-amber' },
  accepted: { text: 'Accepted', kind: 'badge-good' },
  rejected: { text: 'Not accepted', kind: '' },
} as const;

export function ChangeBadge({ state }: { state: keyof typeof STATES }) {
  return <Badge {...STATES[state]} />;
}

/** The state of a whole suggestion. */
export function SuggestionBadge({ state, counts: { accepted, rejected } }: Pick<OwnSuggestionRow, 'state' | 'counts'>) {
  if (state === 'open') return <Badge text="Open" kind="badge-amber" />;
  if (state === 'withdrawn') return <Badge text="Withdrawn" kind="" />;
  if (rejected === 0) return <Badge text="Accepted" kind="badge-good" />;
  return accepted === 0 ? <Badge text="Not accepted" kind="" /> : <Badge text="Partly accepted" kind="badge-good" />;
}

function Badge({ text, kind }: { text: string; kind: string }) {
  return (
    <span className={`badge ${kind}`.trim()}>
      {kind === '' ? null : <i />}
      {text}
    </span>
  );
}

export function countChanges(count: number): string {
  return count === 1 ? '1 change' : `${count} changes`;
}
