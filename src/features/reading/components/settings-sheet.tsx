import '#src/ui/styles/tale/sheets.css';
import '#src/ui/styles/reader-sheet.css';
import { lazy, Suspense, useRef, useState } from 'react';
import { setGlossaryOn, useGlossarySetting } from '#src/features/glossary/components/glossary-setting.ts';
import { Icon } from '#src/ui/icon.tsx';
import { afterNextFrame } from '#src/ui/next-frame.ts';
import {
  ALIGNMENTS,
  DEFAULT_SETTINGS,
  FACES,
  FLOWS,
  MEASURES,
  PARAGRAPHS,
  type ReadingSettings,
  SIZES,
  SPACINGS,
  useReadingSettings,
} from '#src/ui/reading-settings.ts';
import { THEME_CHOICES, useThemeChoice } from '#src/ui/theme.ts';
import { THEME_NAMES } from '#src/ui/theme-names.ts';
import { enterFocusMode } from '../reader-modes/focus-mode.ts';
import { useWakeLockState } from '../reader-modes/wake-lock.ts';

const Presentation = lazy(async () => ({ default: (await import('./presentation.tsx')).Presentation }));

const FACE_NAMES = {
  book: ['Alegreya', 'A book face'],
  sans: ['Alegreya Sans', 'Plain and clear'],
  clear: ['Atkinson', 'Easier to tell apart'],
} as const;
/** Pixels per step on wide screens, as in src/ui/styles/reader-look.css. */
const SIZE_NUMBERS = [18, 19, 20, 22, 24, 27, 31, 36, 44];

/** Display settings; changes apply at once and are stored. */
export function SettingsSheet({ onClose }: { onClose: () => void }) {
  const [storedTheme, setTheme] = useThemeChoice();
  const [{ theme }, choose] = useDeferredApply({ theme: storedTheme }, (part) => setTheme(part.theme ?? storedTheme));
  const [settings, change] = useDeferredApply(...useReadingSettings());
  const areOldWordsOn = useGlossarySetting();
  const isRefused = useWakeLockState() === 'refused';
  const [wasReset, setReset] = useState(false);
  const [isPresenting, setPresenting] = useState(false);
  const { face, size, hyphens, ruler, awake } = settings;
  const sizeNumber = String(SIZE_NUMBERS[size - SIZES.min]);

  function reset(): void {
    change(DEFAULT_SETTINGS);
    setReset(true);
  }

  function startFocusMode(): void {
    onClose();
    afterNextFrame(enterFocusMode);
  }

  return (
    <section className="settings reader-sheet" aria-label="Reading settings">
      <div className="settings-head">
        <h2>Reading settings</h2>
        <button type="button" className="icon-btn" aria-label="Close" onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      <fieldset>
        <legend className="label">Page</legend>
        <div className="swatches">
          {THEME_CHOICES.map((name) => (
            <label key={name} className={`swatch is-${name}`} data-theme={name === 'auto' ? undefined : name}>
              <input type="radio" name="page-theme" checked={theme === name} onChange={() => choose({ theme: name })} />
              <b aria-hidden="true">Aa</b>
              {THEME_NAMES[name]}
            </label>
          ))}
        </div>
      </fieldset>
      <fieldset>
        <legend className="label">Typeface</legend>
        <div className="faces">
          {FACES.map((name) => (
            <label key={name} className={`face is-${name}`}>
              <input type="radio" name="face" checked={face === name} onChange={() => change({ face: name })} />
              <b>{FACE_NAMES[name][0]}</b> <small>{FACE_NAMES[name][1]}</small>
            </label>
          ))}
        </div>
      </fieldset>
      <label className="size-setting">
        <span className="label">
          Text size <small aria-hidden="true">{sizeNumber}</small>
        </span>
        <input
          type="range"
          min={SIZES.min}
          max={SIZES.max}
          value={size}
          aria-label="Text size"
          aria-valuetext={sizeNumber}
          onChange={(event) => change({ size: event.currentTarget.valueAsNumber })}
        />
      </label>
      <Segments
        legend="Line spacing"
        values={SPACINGS}
        names={{ close: 'Close', book: 'Book', open: 'Open' }}
        value={settings.spacing}
        onChoose={(spacing) => change({ spacing })}
      />
      <Segments
        legend="Paragraphs"
        values={PARAGRAPHS}
        names={{ indented: 'Indented', apart: 'Apart', far: 'Far apart' }}
        value={settings.paragraphs}
        onChoose={(paragraphs) => change({ paragraphs })}
      />
      <Segments
        legend="Column"
        values={MEASURES}
        names={{ narrow: 'Narrow', medium: 'Medium', wide: 'Wide' }}
        value={settings.measure}
        onChoose={(measure) => change({ measure })}
      />
      <Segments
        legend="Alignment"
        values={ALIGNMENTS}
        names={{ left: 'Left', justified: 'Justified' }}
        value={settings.alignment}
        onChoose={(alignment) => change({ alignment })}
      />
      <Check name="Hyphenation" isOn={hyphens} onChange={(on) => change({ hyphens: on })} />
      <Segments
        legend="Page flow"
        values={FLOWS}
        names={{ scroll: 'Scroll', pages: 'Pages' }}
        value={settings.flow}
        onChoose={(flow) => change({ flow })}
      />
      <Check name="Reading ruler" isOn={ruler} onChange={(on) => change({ ruler: on })} />
      <Check name="Highlight old words" isOn={areOldWordsOn} onChange={setGlossaryOn} />
      {'wakeLock' in navigator ? <Check name="Keep the screen awake" isOn={awake} onChange={(on) => change({ awake: on })} /> : null}
      <p className="hint" role="status">
        {isRefused ? 'The device currently prevents this, for example to save battery.' : ''}
      </p>
      <div className="settings-ends">
        <button type="button" className="btn btn-line btn-sm" onClick={startFocusMode}>
          Focus mode
        </button>
        <button type="button" className="btn btn-line btn-sm" aria-haspopup="dialog" onClick={() => setPresenting(true)}>
          Present
        </button>
        <button type="button" className="btn btn-quiet btn-sm" onClick={reset}>
          Reset to defaults
        </button>
      </div>
      <p className="visually-hidden" role="status">
        {wasReset && isDefault(settings) ? 'Settings were reset to defaults.' : ''}
      </p>
      {isPresenting ? (
        <Suspense fallback={null}>
          <Presentation of="tale-text" onClose={() => setPresenting(false)} />
        </Suspense>
      ) : null}
    </section>
  );
}

function isDefault(settings: ReadingSettings): boolean {
  return Object.entries(DEFAULT_SETTINGS).every(([name, value]) => settings[name as keyof ReadingSettings] === value);
}

function Check({ name, isOn, onChange }: { name: string; isOn: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <label className="check">
      <input type="checkbox" checked={isOn} onChange={(event) => onChange(event.currentTarget.checked)} />
      {name}
    </label>
  );
}

type Choice<Value extends string> = {
  legend: string;
  values: readonly Value[];
  names: Record<Value, string>;
  value: Value;
  onChoose: (value: Value) => void;
};

/** Radio group styled as a segmented control. */
export function Segments<Value extends string>({ legend, values, names, value, onChoose }: Choice<Value>) {
  return (
    <fieldset>
      <legend className="label">{legend}</legend>
      <div className="segments">
        {values.map((each) => (
          <label key={each}>
            <input type="radio" name={legend} checked={value === each} onChange={() => onChoose(each)} />
            {names[each]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/**
 * For controls that change the whole page: they show the new value at once, and `apply` is called after the next frame. Returns the values
 * to show, and a function that changes some of them.
 */
function useDeferredApply<Values extends object>(
  values: Values,
  apply: (part: Partial<Values>) => void,
): [Values, (part: Partial<Values>) => void] {
  const [chosen, setChosen] = useState<Partial<Values>>({});
  const waiting = useRef(0);
  function choose(part: Partial<Values>): void {
    waiting.current += 1;
    setChosen((before) => ({ ...before, ...part }));
    afterNextFrame(() => {
      waiting.current -= 1;
      apply(part);
      if (waiting.current === 0) setChosen({});
    });
  }
  return [{ ...values, ...chosen }, choose];
}
