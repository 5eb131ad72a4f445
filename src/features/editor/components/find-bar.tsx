import type { Editor } from '@tiptap/core';
import { findNext, findPrev, getSearchState, replaceAll, replaceNext, SearchQuery, setSearchState } from 'prosemirror-search';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useDismiss } from '#src/ui/dismiss.ts';
import { Icon } from '#src/ui/icon.tsx';
import { ToolIcon } from './tool-icon.tsx';

const NO_QUERY = new SearchQuery({ search: '' });

/** Find and replace. Enter goes to the next match, Shift+Enter to the previous one, Escape closes. */
export function FindBar({ editor, close }: { editor: Editor; close: () => void }) {
  const [words, setWords] = useState(() => selectedWords(editor));
  const [instead, setInstead] = useState('');
  const bar = useRef<HTMLElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const count = useMatches(editor, words, instead);
  useEffect(() => {
    // Outside Chromium, select() does not focus.
    field.current?.focus();
    field.current?.select();
  }, []);
  const go = (command: typeof findNext) => command(editor.state, editor.view.dispatch);
  const onEnter = (event: KeyboardEvent, command: typeof findNext) => {
    if (event.key !== 'Enter') return;
    // Enter would submit the surrounding form.
    event.preventDefault();
    go(event.shiftKey ? findPrev : command);
  };
  useDismiss(bar, true, { onEscape: close });
  return (
    <search ref={bar} className="find">
      <input
        ref={field}
        className="input"
        aria-label="Find"
        placeholder="Find"
        value={words}
        onChange={(event) => setWords(event.target.value)}
        onKeyDown={(event) => onEnter(event, findNext)}
      />
      <span className="find-count" role="status">
        {words === '' ? '' : count.all === 0 ? 'Not found' : count.at === 0 ? `${count.all} found` : `${count.at} of ${count.all}`}
      </span>
      <button type="button" className="tool" aria-label="Previous" onClick={() => go(findPrev)}>
        <ToolIcon name="up" />
      </button>
      <button type="button" className="tool" aria-label="Next" onClick={() => go(findNext)}>
        <Icon name="down" />
      </button>
      <input
        className="input"
        aria-label="Replace with"
        placeholder="Replace with"
        value={instead}
        onChange={(event) => setInstead(event.target.value)}
        onKeyDown={(event) => onEnter(event, replaceNext)}
      />
      <button type="button" className="find-do" onClick={() => go(replaceNext)}>
        Replace
      </button>
      <button type="button" className="find-do" onClick={() => go(replaceAll)}>
        All
      </button>
      <button type="button" className="tool" aria-label="Close" onClick={close}>
        <Icon name="close" />
      </button>
    </search>
  );
}

/** Highlights the matches. Returns their number and the position of the selected one. */
function useMatches(editor: Editor, words: string, instead: string): { all: number; at: number } {
  const [count, setCount] = useState({ all: 0, at: 0 });
  useEffect(() => {
    const query = new SearchQuery({ search: words, replace: instead, literal: true });
    editor.view.dispatch(setSearchState(editor.state.tr, query));
    const look = () => setCount(countMatches(editor));
    look();
    editor.on('transaction', look);
    return () => {
      editor.off('transaction', look);
    };
  }, [editor, words, instead]);
  useEffect(
    () => () => {
      if (!editor.isDestroyed) editor.view.dispatch(setSearchState(editor.state.tr, NO_QUERY));
    },
    [editor],
  );
  return count;
}

function countMatches({ state }: Editor): { all: number; at: number } {
  const query = getSearchState(state)?.query;
  let all = 0;
  let at = 0;
  if (!query?.valid) return { all, at };
  for (let found = query.findNext(state); found; found = query.findNext(state, found.to)) {
    all += 1;
    if (found.from === state.selection.from && found.to === state.selection.to) at = all;
  }
  return { all, at };
}

function selectedWords({ state }: Editor): string {
  const { from, to, $from, $to } = state.selection;
  return $from.sameParent($to) ? state.doc.textBetween(from, to).slice(0, 100) : '';
}
