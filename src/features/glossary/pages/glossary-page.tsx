import { PageHead } from '#src/ui/page-head.tsx';
import { setGlossaryOn, useGlossarySetting } from '../components/glossary-setting.ts';
import type { GlossaryWord } from '../glossary-line.ts';
import { GLOSSARY } from '../glossary-words.ts';

const LETTERS = byLetter(GLOSSARY);

/** All old words with their meanings, from A to Z. */
export function GlossaryPage() {
  return (
    <div className="page words-page">
      <PageHead
        eyebrow="For listeners and readers"
        title="Old words"
        lede={`${GLOSSARY.length} old words explained in one line each. In tales they have a dotted underline: select one to see its meaning.`}
      />
      <div className="words-tools needs-script">
        <HighlightToggle />
        <button type="button" className="btn btn-line" onClick={() => print()}>
          Print the list
        </button>
      </div>
      <nav className="words-letters" aria-label="Letters">
        {LETTERS.map(([letter]) => (
          <a key={letter} href={`#letter-${letter}`}>
            {letter}
          </a>
        ))}
      </nav>
      {LETTERS.map(([letter, words]) => (
        <section key={letter} className="words-letter" aria-labelledby={`letter-${letter}`}>
          <h2 id={`letter-${letter}`}>{letter}</h2>
          <dl>
            {words.map(({ slug, word, meaning }) => (
              <div key={slug} id={slug}>
                <dt>{word}</dt>
                <dd>{meaning}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}

function HighlightToggle() {
  const isOn = useGlossarySetting();
  return (
    <label className="check">
      <input type="checkbox" checked={isOn} onChange={() => setGlossaryOn(!isOn)} />
      Highlight old words in tales
    </label>
  );
}

/** Groups by first letter: 'tis is under T. */
function byLetter(words: readonly GlossaryWord[]): [string, GlossaryWord[]][] {
  const letters = new Map<string, GlossaryWord[]>();
  for (const word of words) {
    const letter = word.slug.charAt(0).toUpperCase();
    letters.set(letter, [...(letters.get(letter) ?? []), word]);
  }
  return [...letters];
}
