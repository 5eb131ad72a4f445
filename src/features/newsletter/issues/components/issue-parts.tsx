import '#src/ui/styles/letters.css';
import { useEffect, useRef, useState } from 'react';
import { OrderedList } from '#src/admin-ui/ordered-list.tsx';
import { TaleLine } from '#src/features/tales/components/tale-line.tsx';
import { TaleSearch } from '#src/features/tales/components/tale-search.tsx';
import type { TaleOption } from '#src/features/tales/contract.ts';
import { formatTaleCount } from '#src/ui/format.ts';
import type { IssuePartKind } from '../contract.ts';
import type { PartValue } from './issue-form.tsx';
import { MAX_PARTS, PART_NAMES } from './issue-text.ts';

const KINDS = Object.keys(PART_NAMES) as IssuePartKind[];

type Props = { parts: PartValue[]; problems: readonly string[] | undefined; onChange: (parts: PartValue[]) => void };

/** The tales of an issue in order, each with its section and note. */
export function IssueParts({ parts, problems = [], onChange }: Props) {
  const [replaced, setReplaced] = useState<string | null>(null);
  const replacement = useRef<string | null>(null);
  const section = useRef<HTMLElement>(null);
  const chosen = new Set(parts.map(({ id }) => id));
  // Move the focus to the tale that replaced the focused one.
  useEffect(() => {
    if (replacement.current === null) return;
    section.current?.querySelector<HTMLElement>(`[data-replace="${replacement.current}"]`)?.focus();
    replacement.current = null;
  });

  const change = (id: string, values: Partial<PartValue>) =>
    onChange(parts.map((part) => (part.id === id ? { ...part, ...values } : part)));
  const replace = (id: string, tale: TaleOption) => {
    replacement.current = tale.id;
    setReplaced(null);
    change(id, { id: tale.id, tale, note: '' });
  };
  const add = (tale: TaleOption) => {
    const kind = KINDS.find((each) => !parts.some((part) => part.kind === each)) ?? 'new';
    onChange([...parts, { id: tale.id, kind, note: '', tale }]);
  };

  return (
    <section className="field" aria-labelledby="letter-tales" ref={section}>
      <h3 id="letter-tales" className="desk-part">
        Tales <small className="figures">{parts.length === 0 ? '' : formatTaleCount(parts.length)}</small>
      </h3>
      {problems.map((problem) => (
        <p key={problem} className="field-wrong" role="alert">
          {problem}
        </p>
      ))}
      {parts.length === 0 ? <p className="hint">No tales yet. An issue without tales is not sent.</p> : null}
      <OrderedList
        label="Tales, in order"
        items={parts}
        nameOf={({ tale }) => tale.title}
        onOrder={(ids) => onChange(ids.flatMap((id) => parts.find((part) => part.id === id) ?? []))}
        onRemove={({ id }) => onChange(parts.filter((part) => part.id !== id))}
        row={(part) => (
          <PartRow
            part={part}
            isReplaced={replaced === part.id}
            chosen={chosen}
            onChange={(values) => change(part.id, values)}
            onToggle={() => setReplaced(replaced === part.id ? null : part.id)}
            onReplace={(tale) => replace(part.id, tale)}
          />
        )}
      />
      <TaleSearch
        label="Add a tale"
        isPublishedOnly
        chosen={chosen}
        full={parts.length >= MAX_PARTS ? `An issue holds at most ${MAX_PARTS} tales.` : undefined}
        onAdd={add}
      />
    </section>
  );
}

type RowProps = {
  part: PartValue;
  isReplaced: boolean;
  chosen: ReadonlySet<string>;
  onChange: (values: Partial<PartValue>) => void;
  onToggle: () => void;
  onReplace: (tale: TaleOption) => void;
};

function PartRow({ part: { id, kind, note, tale }, isReplaced, chosen, onChange, onToggle, onReplace }: RowProps) {
  return (
    <div className="issue-part">
      <TaleLine tale={tale} />
      <div className="issue-part-fields">
        <select
          className="input select"
          aria-label={`Section of ${tale.title}`}
          value={kind}
          onChange={(event) => onChange({ kind: event.target.value as IssuePartKind })}
        >
          {KINDS.map((each) => (
            <option key={each} value={each}>
              {PART_NAMES[each]}
            </option>
          ))}
        </select>
        <button
          type="button"
          className="btn btn-line btn-sm"
          data-replace={id}
          aria-label={`${isReplaced ? 'Keep' : 'Replace'} ${tale.title}`}
          aria-expanded={isReplaced}
          onClick={onToggle}
        >
          {isReplaced ? 'Keep' : 'Replace'}
        </button>
        <textarea
          className="input"
          aria-label={`Note about ${tale.title}`}
          placeholder="Note (optional)"
          rows={1}
          maxLength={500}
          value={note}
          onChange={(event) => onChange({ note: event.target.value })}
        />
      </div>
      {isReplaced ? (
        <div ref={focusFirst}>
          <TaleSearch label={`Replacement for ${tale.title}`} isPublishedOnly chosen={chosen} onAdd={onReplace} />
        </div>
      ) : null}
    </div>
  );
}

function focusFirst(element: HTMLElement | null): void {
  element?.querySelector('input')?.focus();
}
