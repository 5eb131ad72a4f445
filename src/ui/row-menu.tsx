import { type KeyboardEvent, useEffect, useRef } from 'react';
import { Icon } from './icon.tsx';
import { ToolIcon, type ToolIconName } from './tool-icon.tsx';

export type RowAction = { name: string; icon: ToolIconName; danger?: boolean; run: () => void };

/** The actions of a row of a table, behind three dots. It shuts when one chooses, presses Escape, or goes elsewhere. */
export function RowMenu({ label, actions }: { label: string; actions: readonly RowAction[] }) {
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const away = (event: Event) => {
      const menu = details.current;
      if (menu?.open && event.target instanceof Node && !menu.contains(event.target)) menu.open = false;
    };
    document.addEventListener('pointerdown', away);
    document.addEventListener('focusin', away);
    return () => {
      document.removeEventListener('pointerdown', away);
      document.removeEventListener('focusin', away);
    };
  }, []);
  const shut = () => {
    if (details.current === null) return;
    details.current.open = false;
    // Where a dialog gives the focus back to.
    details.current.querySelector('summary')?.focus();
  };
  return (
    <details className="row-actions" ref={details} onKeyDown={(event) => shutOnEscape(event, shut)}>
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
                shut();
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

function shutOnEscape(event: KeyboardEvent<HTMLDetailsElement>, shut: () => void): void {
  if (event.key === 'Escape' && event.currentTarget.open) shut();
}
