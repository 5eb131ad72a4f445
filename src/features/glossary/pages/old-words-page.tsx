import { PageHead } from '#src/ui/page-head.tsx';
import { setOldWords, useOldWords } from '../components/old-words-setting.ts';
import { OLD_WORDS, type OldWord } from '../old-words.ts';

const LETTERS = byLetter(OLD_WORDS);

/** Every old word with what it means, from A to Z. */
export function OldWordsPage() {
  return (
    <div className="page words-page">
      <PageHead
        eyebrow="For listeners and readers"
        title="Old words"
        lede={`${OLD_WORDS.length} words of the old tales, each in one plain line. In a tale they have dots below them: press one to see what it means.`}
      />
      <div className="words-tools needs-script">
        <MarkWords />
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

function MarkWords() {
  const isOn = useOldWords();
  return (
    <label className="check">
      <input type="checkbox" checked={isOn} onChange={() => setOldWords(!isOn)} />
      Mark old words in tales
    </label>
  );
}

/** By the first letter: 'tis stands below T. */
function byLetter(words: readonly OldWord[]): [string, OldWord[]][] {
  const letters = new Map<string, OldWord[]>();
  for (const word of words) {
    const letter = word.slug.charAt(0).toUpperCase();
    letters.set(letter, [...(letters.get(letter) ?? []), word]);
  }
  return [...letters];
}
