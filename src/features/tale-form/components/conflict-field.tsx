import { lazy, Suspense } from 'react';
import type { TaleFields } from '#src/features/manage/contract.ts';
import { FIELD_LABELS } from '#src/features/manage/field-labels.ts';
import { Icon } from '#src/ui/icon.tsx';
import { showValue } from '../show-value.ts';
import type { FieldName } from '../tale-values.ts';
import { useChoices } from './use-choices.ts';

const SideChanges = lazy(async () => ({ default: (await import('./side-changes.tsx')).SideChanges }));

export type Side = 'mine' | 'theirs';

type Props = {
  name: FieldName;
  /** The other editor. */
  who: string;
  values: { base: TaleFields; mine: TaleFields; theirs: TaleFields };
  chosen: Side | undefined;
  isMissing: boolean;
  onChoose: (side: Side) => void;
};

/** One field that both have changed, side by side. */
export function ConflictField({ name, who, values, chosen, isMissing, onChoose }: Props) {
  const sides: { side: Side; title: string }[] = [
    { side: 'mine', title: 'Keep mine' },
    { side: 'theirs', title: `Take ${who}’s` },
  ];
  return (
    <fieldset className="conflict">
      <legend className="label">{FIELD_LABELS[name]}</legend>
      {isMissing ? (
        <p className="field-wrong conflict-wrong" role="alert">
          <Icon name="warning" /> Please choose one
        </p>
      ) : null}
      <div className="conflict-sides">
        {sides.map(({ side, title }) => (
          <div key={side} className="conflict-side">
            <label className="check">
              <input type="radio" name={`conflict-${name}`} checked={chosen === side} onChange={() => onChoose(side)} />
              {title}
            </label>
            <div className="conflict-text" dir="auto" tabIndex={name === 'content' ? 0 : undefined}>
              <Said name={name} before={values.base} after={values[side]} />
            </div>
          </div>
        ))}
      </div>
    </fieldset>
  );
}

/** Running text, in which a change may be hard to find, with its changes marked; all else as it is. */
function Said({ name, before, after }: { name: FieldName; before: TaleFields; after: TaleFields }) {
  const { data } = useChoices();
  const categories = new Map((data?.categories ?? []).map((one) => [one.slug, one.name]));
  const text = showValue(name, after, categories);
  const plain = text === '' ? <em>Empty</em> : text;
  if (name !== 'content' && name !== 'excerpt' && name !== 'source') return plain;
  return (
    <Suspense fallback={<p className="hint">Comparing...</p>}>
      <SideChanges before={before[name]} after={after[name]} isHtml={name === 'content'} />
    </Suspense>
  );
}
