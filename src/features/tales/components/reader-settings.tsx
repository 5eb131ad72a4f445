import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { Icon } from '#src/ui/icon.tsx';
import { THEMES, type Theme, useTheme } from '#src/ui/theme.ts';

const NAMES: Record<Theme, string> = { paper: 'Paper', sepia: 'Sepia', night: 'Night', candlelight: 'Candlelight' };

/** The Aa button and its sheet: how the page looks. Applies at once and is remembered on the device. */
export function ReaderSettings() {
  const [open, setOpen] = useState(false);
  const [theme, setTheme] = useTheme();
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();

  function close(): void {
    setOpen(false);
    button.current?.focus();
  }

  function closeOnEscape(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || !open) return;
    event.stopPropagation();
    close();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the sheet from wherever the focus is inside it
    <div className="settings-place" onKeyDown={closeOnEscape}>
      <button type="button" ref={button} className="btn btn-quiet" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        <span className="aa" aria-hidden="true">
          Aa
        </span>
        Settings
      </button>
      <section id={id} className="settings" aria-label="Reading settings" hidden={!open}>
        <div className="settings-head">
          <h2>Reading settings</h2>
          <button type="button" className="icon-btn" aria-label="Close" onClick={close}>
            <Icon name="close" />
          </button>
        </div>
        <fieldset>
          <legend className="label">Page</legend>
          <div className="swatches">
            {THEMES.map((name) => (
              <button
                key={name}
                type="button"
                className="swatch"
                data-theme={name}
                aria-pressed={theme === name}
                onClick={() => setTheme(name)}
              >
                <b aria-hidden="true">Aa</b>
                {NAMES[name]}
              </button>
            ))}
          </div>
        </fieldset>
      </section>
    </div>
  );
}
