export type Mode = 'write' | 'source' | 'preview';

const NAMES: Record<Mode, string> = { write: 'Write', source: 'Source', preview: 'Preview' };

/** As it looks, as HTML, and as readers see it. */
export function ModeSwitch({ mode, choose }: { mode: Mode; choose: (mode: Mode) => void }) {
  return (
    <fieldset className="modes">
      <legend className="visually-hidden">Show the content as</legend>
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
