import '#src/ui/styles/sharing/passage.css';
import { useEffect, useState } from 'react';
import { readFragment } from '../passage-fragment.ts';
import { describePassage, wholeWords } from '../passage-words.ts';
import { choosePassage } from './chosen-passage.ts';
import { flatten } from './flat-text.ts';
import { markPassage } from './mark-passage.ts';
import { SharePassage } from './share-passage.tsx';

type Props = { of: string; title: string; path: string };

/** A selection has come to rest after so long, milliseconds. */
const REST_MS = 250;
/** Characters of the passage that are said. */
const MOST_SAID = 160;

/** Goes to the passage that the address names, marks it and says so; offers to share what is selected in the text. */
export function PassageTools({ of, title, path }: Props) {
  const said = useLinkedPassage(of);
  const range = useSelectedRange(of);
  return (
    <>
      <p className="visually-hidden" role="status">
        {said}
      </p>
      {range === null ? null : <SharePassage of={of} title={title} path={path} range={range} />}
    </>
  );
}

/** What is said when the page is at the passage. */
function useLinkedPassage(of: string): string {
  const [said, setSaid] = useState('');
  useEffect(() => {
    const open = () => {
      const text = document.getElementById(of);
      const words = readFragment(location.hash);
      const marks = text === null || words === null ? [] : markPassage(text, words);
      const [mark] = marks;
      if (mark === undefined) return;
      mark.tabIndex = -1;
      mark.focus({ preventScroll: true });
      mark.scrollIntoView({ block: 'center', behavior: 'instant' });
      setSaid(`The shared passage is marked: ${shorten(marks.map(({ textContent }) => textContent).join(' '))}`);
      // The faces that come may move it; who has scrolled on is left in peace.
      const top = scrollY;
      void document.fonts.ready.then(
        () => scrollY === top && mark.isConnected && mark.scrollIntoView({ block: 'center', behavior: 'instant' }),
      );
    };
    open();
    addEventListener('hashchange', open);
    return () => removeEventListener('hashchange', open);
  }, [of]);
  return said;
}

function shorten(text: string): string {
  const plain = text.replace(/\s+/g, ' ');
  return plain.length <= MOST_SAID ? plain : `${plain.slice(0, MOST_SAID)} …`;
}

/** What is selected in the text, when it has come to rest. It is remembered for the share sheet until something in the text is clicked. */
function useSelectedRange(of: string): Range | null {
  const [range, setRange] = useState<Range | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      // The link that could not be copied is selected in the place of the words.
      if (document.activeElement?.closest('.share-passage')) return;
      const text = document.getElementById(of);
      const selection = getSelection();
      if (text === null || selection === null || selection.rangeCount === 0) return setRange(null);
      const selected = selection.getRangeAt(0);
      if (selection.isCollapsed) {
        if (text.contains(selected.startContainer)) choosePassage(of, null);
        return setRange(null);
      }
      const flat = flatten(text);
      const touched = flat.ofRange(selected);
      const found = touched && wholeWords(flat.text, ...touched);
      if (found === null) return setRange(null);
      choosePassage(of, { quote: flat.text.slice(...found), words: describePassage(flat.text, ...found) });
      setRange(selected.cloneRange());
    };
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(look, REST_MS);
    };
    look();
    document.addEventListener('selectionchange', later);
    return () => {
      clearTimeout(timer);
      choosePassage(of, null);
      document.removeEventListener('selectionchange', later);
    };
  }, [of]);
  return range;
}
