import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Icon } from '#src/ui/icon.tsx';
import { moved, useDragOrder } from './use-drag-order.ts';

type Item = { id: string | number };

type Props<Thing extends Item> = {
  label: string;
  items: readonly Thing[];
  nameOf: (thing: Thing) => string;
  row: (thing: Thing) => ReactNode;
  onOrder: (ids: Thing['id'][]) => void;
  onRemove?: (thing: Thing) => void;
  /** The one that is open beside the list. */
  selected?: Thing['id'] | undefined;
};

type Step = 'up' | 'down';
/** A button of a row, by what it does. */
type Part = Step | 'remove';

/** A list in an order of one's own: by buttons, or drawn by the handle. Where something has gone is told to screen readers. */
export function OrderedList<Thing extends Item>({ label, items, nameOf, row, onOrder, onRemove, selected }: Props<Thing>) {
  const list = useRef<HTMLOListElement>(null);
  const [said, setSaid] = useState('');
  const focus = useRef<{ id: Thing['id']; part: Part } | null>(null);
  const ids = items.map(({ id }) => id);
  const tell = (id: Thing['id'], order: Thing['id'][]) => {
    const thing = items.find((each) => each.id === id);
    if (thing !== undefined) setSaid(`${nameOf(thing)} is now number ${order.indexOf(id) + 1} of ${order.length}`);
  };
  const drag = useDragOrder({
    list,
    ids,
    onDrop: (id, order) => {
      tell(id, order);
      onOrder(order);
    },
  });
  // Moving an element takes the focus from it, and so does taking it away.
  useEffect(() => {
    const { id, part } = focus.current ?? {};
    if (id === undefined) return;
    focus.current = null;
    list.current?.querySelector<HTMLElement>(`[data-id="${id}"] [data-part="${part}"]`)?.focus();
  });

  function step(id: Thing['id'], by: Step): void {
    const at = ids.indexOf(id);
    const order = moved(ids, at, by === 'up' ? at - 1 : at + 1);
    focus.current = { id, part: by };
    tell(id, order);
    onOrder(order);
  }

  function remove(thing: Thing): void {
    const at = ids.indexOf(thing.id);
    const next = ids[at + 1] ?? ids[at - 1];
    if (next !== undefined) focus.current = { id: next, part: 'remove' };
    setSaid(`${nameOf(thing)} is removed`);
    onRemove?.(thing);
  }

  const shown = drag.order.flatMap((id) => items.find((each) => each.id === id) ?? []);
  return (
    <>
      <ol className={onRemove === undefined ? 'ordered' : 'ordered is-removable'} aria-label={label} ref={list}>
        {shown.map((thing, at) => (
          <li
            key={thing.id}
            data-id={thing.id}
            className={
              [drag.dragged === thing.id ? 'is-dragged' : '', selected === thing.id ? 'is-selected' : ''].join(' ').trim() || undefined
            }
          >
            <span className="ordered-handle" aria-hidden="true" {...drag.handle(thing.id)}>
              <i />
            </span>
            <span className="ordered-number figures" aria-hidden="true">
              {at + 1}
            </span>
            <div className="ordered-row">{row(thing)}</div>
            <StepButton step="up" name={nameOf(thing)} isIdle={at === 0} onClick={() => step(thing.id, 'up')} />
            <StepButton step="down" name={nameOf(thing)} isIdle={at === shown.length - 1} onClick={() => step(thing.id, 'down')} />
            {onRemove === undefined ? null : (
              <button
                type="button"
                className="icon-btn"
                data-part="remove"
                aria-label={`Remove ${nameOf(thing)}`}
                onClick={() => remove(thing)}
              >
                <Icon name="close" />
              </button>
            )}
          </li>
        ))}
      </ol>
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </>
  );
}

type StepProps = { step: Step; name: string; isIdle: boolean; onClick: () => void };

/** At the end of the list it keeps the focus and does nothing. */
function StepButton({ step, name, isIdle, onClick }: StepProps) {
  return (
    <button
      type="button"
      className={`icon-btn step-${step}`}
      data-part={step}
      aria-label={`Move ${name} ${step}`}
      aria-disabled={isIdle || undefined}
      onClick={() => {
        if (!isIdle) onClick();
      }}
    >
      <Icon name="down" />
    </button>
  );
}
