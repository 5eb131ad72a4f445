import { useState } from 'react';
import { setOldWords, useOldWords } from '#src/features/glossary/components/old-words-setting.ts';
import { afterPaint, useAfterPaint } from '#src/ui/after-paint.ts';
import { Icon } from '#src/ui/icon.tsx';
import { THEME_CHOICES, THEME_NAMES, useThemeChoice } from '#src/ui/theme.ts';
import { useAwake } from '../../modes/awake.ts';
import { enterFocusMode } from '../../modes/focus-mode.ts';
import {
  ALIGNMENTS,
  FACES,
  FLOWS,
  MEASURES,
  PARAGRAPHS,
  PRINTED,
  type ReadingSettings,
  SIZES,
  SPACINGS,
  useReadingSettings,
} from '../reading-settings.ts';
import { Segments } from './segments.tsx';

const FACE_NAMES = {
  book: ['Alegreya', 'A book face'],
  sans: ['Alegreya Sans', 'Plain and clear'],
  clear: ['Atkinson', 'Easier to tell apart'],
} as const;
/** By step, as on a wide screen, in pixels; the styles have the same (src/ui/styles/reader-look.css). */
const SIZE_NUMBERS = [18, 19, 20, 22, 24, 27, 31, 36, 44];

/** How the page looks and turns. Everything applies at once and is remembered. */
export function SettingsSheet({ onClose }: { onClose: () => void }) {
  const [kept, setTheme] = useThemeChoice();
  const [{ theme }, choose] = useAfterPaint({ theme: kept }, (part) => setTheme(part.theme ?? kept));
  const [settings, change] = useAfterPaint(...useReadingSettings());
  const areOldWordsOn = useOldWords();
  const isRefused = useAwake() === 'refused';
  const [wasReset, setReset] = useState(false);
  const { face, size, hyphens, ruler, awake } = settings;
  const sizeNumber = String(SIZE_NUMBERS[size - SIZES.least]);

  function reset(): void {
    change(PRINTED);
    setReset(true);
  }

  function focusAlone(): void {
    onClose();
    afterPaint(enterFocusMode);
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
          min={SIZES.least}
          max={SIZES.most}
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
        legend="Turning"
        values={FLOWS}
        names={{ scroll: 'Scroll', pages: 'Pages' }}
        value={settings.flow}
        onChoose={(flow) => change({ flow })}
      />
      <Check name="Reading ruler" isOn={ruler} onChange={(on) => change({ ruler: on })} />
      <Check name="Old words dotted" isOn={areOldWordsOn} onChange={setOldWords} />
      {'wakeLock' in navigator ? <Check name="Keep the screen awake" isOn={awake} onChange={(on) => change({ awake: on })} /> : null}
      <p className="hint" role="status">
        {isRefused ? 'The device does not keep it on just now.' : ''}
      </p>
      <div className="settings-ends">
        <button type="button" className="btn btn-line btn-sm" onClick={focusAlone}>
          Focus mode
        </button>
        <button type="button" className="btn btn-quiet btn-sm" onClick={reset}>
          Reset to the printed page
        </button>
      </div>
      <p className="visually-hidden" role="status">
        {wasReset && isPrinted(settings) ? 'The page is as printed.' : ''}
      </p>
    </section>
  );
}

function isPrinted(settings: ReadingSettings): boolean {
  return Object.entries(PRINTED).every(([name, value]) => settings[name as keyof ReadingSettings] === value);
}

function Check({ name, isOn, onChange }: { name: string; isOn: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <label className="check">
      <input type="checkbox" checked={isOn} onChange={(event) => onChange(event.currentTarget.checked)} />
      {name}
    </label>
  );
}
