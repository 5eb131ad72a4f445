import { type FormEvent, useId, useState } from 'react';
import type { TaleView } from '#src/features/tales/contract.ts';
import { type Paper, printTale } from './print-tale.ts';

type Props = { tale: Pick<TaleView, 'title' | 'author' | 'questions' | 'whyItMatters'>; of: string; url: string; onClose: () => void };

const KINDS = [
  { kind: 'plain', name: 'Normal', hint: 'Clean pages in your text size' },
  { kind: 'large', name: 'Large print', hint: '18 point, sans serif, wide line spacing' },
  { kind: 'booklet', name: 'Booklet', hint: 'Two pages per side, in folding order' },
] as const;
type Kind = (typeof KINDS)[number]['kind'];

/** Print options of a tale. */
export function PrintChoices({ tale, of, url, onClose }: Props) {
  const [kind, setKind] = useState<Kind>('plain');
  const [problem, setProblem] = useState('');
  const id = useId();

  async function print(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const paper: Paper = form.get('paper') === 'letter' ? 'letter' : 'a4';
    const chosen = { kind, paper, hasGlossary: form.has('words'), hasQuestions: form.has('questions') };
    const outcome = await printTale({ ...chosen, of, title: tale.title, author: tale.author.name, url }, onClose);
    if (outcome.pages !== undefined) setProblem(`Too long for a booklet (${outcome.pages} pages). Print it as normal pages instead.`);
  }

  return (
    <form onSubmit={print} className="share-print">
      <fieldset>
        <legend className="visually-hidden">How to print</legend>
        {KINDS.map((choice) => (
          <label key={choice.kind} className="share-kind">
            <input type="radio" name="kind" value={choice.kind} checked={kind === choice.kind} onChange={() => setKind(choice.kind)} />
            <span>
              {choice.name}
              <small>{choice.hint}</small>
            </span>
          </label>
        ))}
      </fieldset>
      {kind === 'booklet' ? (
        <>
          <label className="label" htmlFor={id}>
            Paper
          </label>
          <select id={id} name="paper" className="input" defaultValue={defaultPaper()}>
            <option value="a4">A4</option>
            <option value="letter">Letter</option>
          </select>
          <p className="share-hint">
            In the print dialog, choose both sides, flipped on the short edge. Stack the sheets and fold them in the middle.
          </p>
        </>
      ) : (
        <label className="check">
          <input type="checkbox" name="words" />
          Add a glossary of old words
        </label>
      )}
      {tale.questions.length > 0 || tale.whyItMatters ? (
        <label className="check">
          <input key={String(kind === 'booklet')} type="checkbox" name="questions" defaultChecked={kind !== 'booklet'} />
          {tale.questions.length > 0 ? 'With discussion questions' : 'With “Why it matters”'}
        </label>
      ) : null}
      <p className="wrong" role="alert" hidden={problem === ''}>
        {problem}
      </p>
      <button type="submit" className="btn btn-solid btn-wide">
        Print
      </button>
    </form>
  );
}

/** Regions that use Letter paper. */
function defaultPaper(): Paper {
  return /-(US|CA|MX|CO|CL|VE|PH)\b/i.test(navigator.language) ? 'letter' : 'a4';
}
