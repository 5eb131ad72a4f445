import { useEffect, useRef, useState } from 'react';
import { OrderedList } from '#src/features/catalogue/components/ordered-list.tsx';
import { TaleLine } from '#src/features/catalogue/components/tale-line.tsx';
import { TaleSearch } from '#src/features/catalogue/components/tale-search.tsx';
import type { TalePick } from '#src/features/tales/contract.ts';
import { talesCount } from '#src/ui/wording.ts';
import type { PartKind } from '../contract.ts';
import type { PartValue } from './issue-values.ts';
import { MOST_PARTS, PART_NAMES } from './letter-words.ts';

const KINDS = Object.keys(PART_NAMES) as PartKind[];

type Props = { parts: PartValue[]; problems: readonly string[] | undefined; onChange: (parts: PartValue[]) => void };

/** The tales of a letter in their order, each with its part and a word about it. */
export function IssueParts({ parts, problems = [], onChange }: Props) {
  const [replaced, setReplaced] = useState<string | null>(null);
  const come = useRef<string | null>(null);
  const section = useRef<HTMLElement>(null);
  const chosen = new Set(parts.map(({ id }) => id));
  // Another tale has taken the place of the one with the focus.
  useEffect(() => {
    if (come.current === null) return;
    section.current?.querySelector<HTMLElement>(`[data-replace="${come.current}"]`)?.focus();
    come.current = null;
  });

  const change = (id: string, values: Partial<PartValue>) =>
    onChange(parts.map((part) => (part.id === id ? { ...part, ...values } : part)));
  const replace = (id: string, tale: TalePick) => {
    come.current = tale.id;
    setReplaced(null);
    change(id, { id: tale.id, tale, note: '' });
  };
  const add = (tale: TalePick) => {
    const kind = KINDS.find((each) => !parts.some((part) => part.kind === each)) ?? 'new';
    onChange([...parts, { id: tale.id, kind, note: '', tale }]);
  };

  return (
    <section className="field" aria-labelledby="letter-tales" ref={section}>
      <h3 id="letter-tales" className="desk-part">
        Tales <small className="figures">{parts.length === 0 ? '' : talesCount(parts.length)}</small>
      </h3>
      {problems.map((problem) => (
        <p key={problem} className="field-wrong" role="alert">
          {problem}
        </p>
      ))}
      {parts.length === 0 ? <p className="hint">No tales yet. A letter without tales does not go.</p> : null}
      <OrderedList
        label="Tales in their order"
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
            onAsk={() => setReplaced(replaced === part.id ? null : part.id)}
            onReplace={(tale) => replace(part.id, tale)}
          />
        )}
      />
      <TaleSearch
        label="Add a tale"
        isPublishedOnly
        chosen={chosen}
        full={parts.length >= MOST_PARTS ? `A letter holds at most ${MOST_PARTS} tales.` : undefined}
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
  onAsk: () => void;
  onReplace: (tale: TalePick) => void;
};

function PartRow({ part: { id, kind, note, tale }, isReplaced, chosen, onChange, onAsk, onReplace }: RowProps) {
  return (
    <div className="issue-part">
      <TaleLine tale={tale} />
      <div className="issue-part-fields">
        <select
          className="input select"
          aria-label={`The part of ${tale.title}`}
          value={kind}
          onChange={(event) => onChange({ kind: event.target.value as PartKind })}
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
          onClick={onAsk}
        >
          {isReplaced ? 'Keep' : 'Replace'}
        </button>
        <textarea
          className="input"
          aria-label={`A word about ${tale.title}`}
          placeholder="A word about it, if you like"
          rows={1}
          maxLength={500}
          value={note}
          onChange={(event) => onChange({ note: event.target.value })}
        />
      </div>
      {isReplaced ? (
        <div ref={focusFirst}>
          <TaleSearch label={`Instead of ${tale.title}`} isPublishedOnly chosen={chosen} onAdd={onReplace} />
        </div>
      ) : null}
    </div>
  );
}

function focusFirst(element: HTMLElement | null): void {
  element?.querySelector('input')?.focus();
}
