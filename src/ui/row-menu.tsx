import { useRef } from 'react';
import { useDismissDetails } from './dismiss.ts';
import { Icon } from './icon.tsx';
import { ToolIcon, type ToolIconName } from './tool-icon.tsx';

export type RowAction = { name: string; icon: ToolIconName; danger?: boolean; run: () => void };

/** The actions of a row of a table, behind three dots. It shuts when one chooses, presses Escape, or goes elsewhere. */
export function RowMenu({ label, actions }: { label: string; actions: readonly RowAction[] }) {
  const details = useRef<HTMLDetailsElement>(null);
  const close = useDismissDetails(details);
  return (
    <details className="row-actions" ref={details}>
      <summary className="icon-btn row-dots" aria-label={label}>
        <Icon name="dots" />
      </summary>
      <ul className="row-pop">
        {actions.map(({ name, icon, danger, run }) => (
          <li key={name}>
            <button
              type="button"
              className={danger ? 'danger' : undefined}
              onClick={() => {
                close();
                run();
              }}
            >
              <ToolIcon name={icon} />
              {name}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
