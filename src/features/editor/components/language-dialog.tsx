import type { Editor } from '@tiptap/core';
import { useState } from 'react';
import { attributeRules } from '#src/features/tale-html/sanitizer-allow-list.ts';
import { Field } from '#src/ui/field.tsx';
import { directionOf, languageAt, setLanguage } from '../writing/language.ts';
import { Sheet } from './sheet.tsx';

const COMMON = ['ar', 'da', 'de', 'el', 'en', 'es', 'fa', 'fr', 'ga', 'he', 'hi', 'it', 'ja', 'la', 'no', 'pt', 'ru', 'sv', 'tr', 'zh'];
const NAMES = new Intl.DisplayNames('en', { type: 'language' });

/** Sets the language of a passage, for text-to-speech and hyphenation. */
export function LanguageDialog({ editor, close }: { editor: Editor; close: () => void }) {
  const [before] = useState(() => languageAt(editor));
  const [typed, setTyped] = useState(before.lang ?? '');
  const [direction, setDirection] = useState(before.dir ?? '');
  const [isWrong, setWrong] = useState(false);
  const code = codeOf(typed);
  const set = (lang: string | null, dir: string | null) => {
    setLanguage(editor, { lang, dir });
    close();
  };
  const name = code === undefined ? undefined : nameOf(code);
  return (
    <Sheet
      title="Language of the passage"
      onSubmit={() =>
        code === undefined ? setWrong(true) : set(code, direction === '' && directionOf(code) === 'rtl' ? 'rtl' : direction || null)
      }
      onCancel={close}
      others={
        before.lang === null ? null : (
          <button type="button" className="btn btn-quiet" onClick={() => set(null, null)}>
            Same as the tale
          </button>
        )
      }
    >
      <Field
        name="passage-language"
        label="Language"
        list="passage-languages"
        value={typed}
        autoComplete="off"
        hint={name ?? 'English name or code, such as de for German.'}
        problems={isWrong && code === undefined ? ['Unknown language. Enter its code, such as de or zh-Hant.'] : []}
        onChange={(event) => setTyped(event.target.value)}
      />
      <datalist id="passage-languages">
        {COMMON.map((language) => (
          <option key={language} value={language}>
            {NAMES.of(language)}
          </option>
        ))}
      </datalist>
      <fieldset className="field directions">
        <legend className="label">Direction</legend>
        {[
          ['', 'Automatic'],
          ['ltr', 'Left to right'],
          ['rtl', 'Right to left'],
        ].map(([value = '', text]) => (
          <label key={value} className="check">
            <input type="radio" name="passage-direction" checked={direction === value} onChange={() => setDirection(value)} />
            {text}
          </label>
        ))}
      </fieldset>
    </Sheet>
  );
}

/** Returns the code of a language, given its code or English name. */
function codeOf(typed: string): string | undefined {
  const text = typed.trim();
  const named = COMMON.find((language) => NAMES.of(language)?.toLowerCase() === text.toLowerCase());
  const code = named ?? attributeRules('span').lang?.(text);
  return code !== undefined && (named !== undefined || nameOf(code) !== undefined) ? code : undefined;
}

function nameOf(code: string): string | undefined {
  try {
    const name = NAMES.of(code);
    return name === code ? undefined : name;
  } catch {
    return undefined;
  }
}
