import type { Editor } from '@tiptap/core';
import { useEffect, useState } from 'react';
import { TOOLS } from '../writing/tools.ts';

export type ToolState = { isOn: boolean | undefined; isUsable: boolean };

/** Returns the states of the tools at the cursor, by name. Updated once per frame, so that it does not slow down typing. */
export function useToolStates(editor: Editor): ReadonlyMap<string, ToolState> {
  const [states, setStates] = useState(() => statesOf(editor));
  useEffect(() => {
    let frame: number | undefined;
    const look = () => {
      frame = undefined;
      const now = statesOf(editor);
      setStates((before) => (isSame(before, now) ? before : now));
    };
    const later = () => {
      frame ??= requestAnimationFrame(look);
    };
    editor.on('transaction', later);
    return () => {
      editor.off('transaction', later);
      if (frame !== undefined) cancelAnimationFrame(frame);
    };
  }, [editor]);
  return states;
}

function statesOf(editor: Editor): Map<string, ToolState> {
  return new Map(TOOLS.flat().map(({ name, isOn, isUsable }) => [name, { isOn: isOn?.(editor), isUsable: isUsable?.(editor) ?? true }]));
}

function isSame(before: ReadonlyMap<string, ToolState>, now: ReadonlyMap<string, ToolState>): boolean {
  return [...now].every(([name, { isOn, isUsable }]) => before.get(name)?.isOn === isOn && before.get(name)?.isUsable === isUsable);
}
