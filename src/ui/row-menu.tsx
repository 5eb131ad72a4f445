import { useRef } from 'react';
import { useDismissDetails } from './dismiss.ts';
import { Icon, type IconName } from './icon.tsx';

export type RowAction = { name: string; icon: ToolIconName; danger?: boolean; run: () => void };

/** The menu of actions of a table row, behind three dots. */
export function RowMenu({ label, actions }: { label: string; actions: readonly RowAction[] }) {
  const details = useRef<HTMLDetailsElement>(null);
  const close = useDismissDetails(details);
  return (
    <details
      className="row-actions"
      ref={details}
      // At the end of a list that scrolls it would be cut off.
      onToggle={(event) => event.currentTarget.open && event.currentTarget.lastElementChild?.scrollIntoView({ block: 'nearest' })}
    >
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

/** Icons of management screens, which visitors need not load. */
const PATHS = {
  plus: 'M12 5v14M5 12h14',
  bin: 'M4.5 6.5h15M9.5 6.5v-3h5v3M6.5 6.5l1 14h9l1-14M10.2 10.5v6M13.8 10.5v6',
  box: 'M3.5 4.5h17v4.5h-17zM5 9v11h14V9M9.5 12.5h5',
  copy: 'M8.5 8.5h11v11h-11zM15.5 8.5v-4h-11v11h4',
  undo: 'M4.5 9.5h10a5 5 0 0 1 0 10H9M8.5 5.5l-4 4 4 4',
} as const;

type ToolIconName = IconName | keyof typeof PATHS;

/** Any icon, including those of management screens. Beside text or inside a labelled element. */
export function ToolIcon({ name }: { name: ToolIconName }) {
  if (!(name in PATHS)) return <Icon name={name as IconName} />;
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name as keyof typeof PATHS]} />
    </svg>
  );
}
