import { type FormEvent, useId, useState } from 'react';
import { Icon } from '#src/ui/icon.tsx';
import { writeFragment } from '../passage-fragment.ts';
import { describePassage, findPassage } from '../passage-words.ts';
import { chosenPassage } from './chosen-passage.ts';
import { flatten } from './flat-text.ts';

type Props = { of: string; path: string; onLink: (link: string) => void };

/** Makes a link to words of the tale: those that are selected, or those that are written here. */
export function PassageForm({ of, path, onLink }: Props) {
  const [chosen] = useState(() => chosenPassage(of));
  const [problem, setProblem] = useState('');
  const id = useId();

  function make(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const typed = String(new FormData(event.currentTarget).get('words')).replace(/\s+/g, ' ').trim();
    const text = document.getElementById(of);
    const words = typed === chosen?.quote.replace(/\s+/g, ' ') ? chosen.words : text && find(text, typed);
    const wrong = typed === '' ? 'Write some words of the tale' : 'These words are not in the tale';
    setProblem(words ? '' : wrong);
    if (words) onLink(new URL(path + writeFragment(words), location.href).href);
  }

  return (
    <form onSubmit={make} noValidate>
      <label className="label" htmlFor={id}>
        Words from the tale
      </label>
      <input
        id={id}
        className="input"
        name="words"
        autoComplete="off"
        defaultValue={chosen?.quote.replace(/\s+/g, ' ')}
        aria-invalid={problem !== '' || undefined}
        aria-describedby={`${id}-hint ${id}-wrong`}
      />
      <p id={`${id}-hint`} className="share-hint">
        Select words in the tale first, or write them here. The link opens the tale at that place.
      </p>
      <p id={`${id}-wrong`} className="wrong" role="alert" hidden={problem === ''}>
        <Icon name="warning" />
        {problem}
      </p>
      <button type="submit" className="btn btn-solid btn-wide">
        Copy link to these words
      </button>
    </form>
  );
}

function find(text: Element, typed: string) {
  const flat = flatten(text);
  const found = findPassage(flat.text, { prefix: '', start: typed, end: '', suffix: '' });
  return found && describePassage(flat.text, ...found);
}
