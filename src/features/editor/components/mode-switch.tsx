export type Mode = 'write' | 'source' | 'preview';

const NAMES: Record<Mode, string> = { write: 'Write', source: 'Source', preview: 'Preview' };

/** Switches between editor, HTML source and preview. */
export function ModeSwitch({ mode, choose }: { mode: Mode; choose: (mode: Mode) => void }) {
  return (
    <fieldset className="modes">
      <legend className="visually-hidden">Content view</legend>
      {(Object.keys(NAMES) as Mode[]).map((name) => (
        <button
          key={name}
          type="button"
          className={mode === name ? 'is-on' : undefined}
          aria-pressed={mode === name}
          onClick={() => choose(name)}
        >
          {NAMES[name]}
        </button>
      ))}
    </fieldset>
  );
}
