import { useEffect, useRef } from 'react';
import '#src/ui/styles/reading/settings.css';
import { setOldWords, useOldWords } from '#src/features/glossary/components/old-words-setting.ts';
import { Icon } from '#src/ui/icon.tsx';
import { THEME_CHOICES, THEME_NAMES, useThemeChoice } from '#src/ui/theme.ts';
import { useAwake } from '../../modes/awake.ts';
import { enterFocusMode } from '../../modes/focus-mode.ts';
import { ALIGNMENTS, FACES, FLOWS, MEASURES, PARAGRAPHS, PRINTED, SPACINGS } from '../looks.ts';
import { changeReadingSettings, useReadingSettings } from '../reading-settings.ts';
import { Segments, Switch } from './setting-fields.tsx';
import { SizeSlider } from './size-slider.tsx';

const FACE_NAMES = {
  book: ['Alegreya', 'A book face'],
  sans: ['Alegreya Sans', 'Plain and clear'],
  clear: ['Atkinson', 'Easier to tell apart'],
};
const SPACING_NAMES = { close: 'Close', book: 'Book', open: 'Open' };
const PARAGRAPH_NAMES = { indented: 'Indented', apart: 'Apart', far: 'Far apart' };
const MEASURE_NAMES = { narrow: 'Narrow', medium: 'Medium', wide: 'Wide' };
const ALIGNMENT_NAMES = { left: 'Left', justified: 'Justified' };
const FLOW_NAMES = { scroll: 'Scroll', pages: 'Pages' };

/** How the page looks and how one reads. Everything applies at once and is remembered. */
export function SettingsSheet({ id, onClose }: { id: string; onClose: () => void }) {
  const sheet = useRef<HTMLElement>(null);
  const [settings, change] = useReadingSettings();
  const oldWords = useOldWords();
  const awake = useAwake();
  useEffect(() => sheet.current?.focus({ preventScroll: true }), []);

  function focusOnly(): void {
    onClose();
    enterFocusMode();
  }

  return (
    <section ref={sheet} id={id} className="settings reading-settings" aria-label="Reading settings" tabIndex={-1}>
      <div className="settings-head">
        <h2>Reading settings</h2>
        <button type="button" className="icon-btn" aria-label="Close" onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      <PageColours />
      <fieldset>
        <legend className="label">Typeface</legend>
        <div className="faces">
          {FACES.map((face) => (
            <label key={face} className="face" data-face={face}>
              <input type="radio" name="face" checked={settings.face === face} onChange={() => change({ face })} />
              <b>{FACE_NAMES[face][0]}</b>
              <small>{FACE_NAMES[face][1]}</small>
            </label>
          ))}
        </div>
      </fieldset>
      <SizeSlider size={settings.size} onChange={(size) => change({ size })} />
      <Segments
        legend="Line spacing"
        name="spacing"
        values={SPACINGS}
        names={SPACING_NAMES}
        value={settings.spacing}
        onChange={(spacing) => change({ spacing })}
      />
      <Segments
        legend="Column"
        name="measure"
        values={MEASURES}
        names={MEASURE_NAMES}
        value={settings.measure}
        onChange={(measure) => change({ measure })}
      />
      <Segments
        legend="Paragraphs"
        name="paragraphs"
        values={PARAGRAPHS}
        names={PARAGRAPH_NAMES}
        value={settings.paragraphs}
        onChange={(paragraphs) => change({ paragraphs })}
      />
      <Segments
        legend="Alignment"
        name="alignment"
        values={ALIGNMENTS}
        names={ALIGNMENT_NAMES}
        value={settings.alignment}
        onChange={(alignment) => change({ alignment })}
      />
      <Segments
        legend="Turning"
        name="flow"
        values={FLOWS}
        names={FLOW_NAMES}
        value={settings.flow}
        onChange={(flow) => change({ flow })}
      />
      <fieldset className="switches">
        <legend className="visually-hidden">Helps</legend>
        <Switch name="Hyphenation" isOn={settings.hyphens} onChange={(hyphens) => change({ hyphens })} />
        <Switch name="Reading ruler" isOn={settings.ruler} onChange={(ruler) => change({ ruler })} />
        <Switch name="Old words dotted" isOn={oldWords} onChange={setOldWords} />
        {'wakeLock' in navigator ? (
          <Switch name="Keep the screen awake" isOn={settings.awake} onChange={(isOn) => change({ awake: isOn })} />
        ) : null}
        {awake === 'refused' ? <p className="hint">The device does not keep it on just now.</p> : null}
      </fieldset>
      <div className="settings-foot">
        <button type="button" className="btn btn-line btn-sm" onClick={focusOnly}>
          Focus mode
        </button>
        <button type="button" className="btn btn-quiet btn-sm" onClick={() => changeReadingSettings(PRINTED)}>
          Reset to the printed page
        </button>
      </div>
    </section>
  );
}

function PageColours() {
  const [theme, setTheme] = useThemeChoice();
  return (
    <fieldset>
      <legend className="label">Page</legend>
      <div className="swatches">
        {THEME_CHOICES.map((name) => (
          <button
            key={name}
            type="button"
            className="swatch"
            data-theme={name === 'auto' ? undefined : name}
            aria-pressed={theme === name}
            onClick={() => setTheme(name)}
          >
            {name === 'auto' ? null : <b aria-hidden="true">Aa</b>}
            {THEME_NAMES[name]}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
