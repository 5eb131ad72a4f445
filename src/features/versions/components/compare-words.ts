import { diffArrays } from 'diff';

/** A piece of text: in both versions, only in the later one, or only in the former. */
export type Part = { text: string; kind: 'same' | 'added' | 'removed' };

/** Two texts that have nothing to do with each other take very long to compare. */
const TIMEOUT_MS = 200;
/** Texts that share less of their letters than this are two texts, and no change of one. */
const ALIKE = 0.3;

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/** What words went and came between two texts, in any script. Two that have little in common come as a whole. */
export function compareWords(before: string, after: string): Part[] {
  if (before === after) return whole(before, 'same');
  const changes = diffArrays(splitWords(before), splitWords(after), { timeout: TIMEOUT_MS });
  const parts = changes?.map(({ value, added, removed }): Part => ({ text: value.join(''), kind: kindOf(added, removed) })) ?? [];
  const same = parts.reduce((sum, { text, kind }) => sum + (kind === 'same' ? text.trim().length : 0), 0);
  if (same < ALIKE * Math.min(before.length, after.length)) return [...whole(before, 'removed'), ...whole(after, 'added')];
  return joinRuns(parts);
}

function kindOf(added: boolean, removed: boolean): Part['kind'] {
  if (added) return 'added';
  return removed ? 'removed' : 'same';
}

function splitWords(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** Words changed one after the other are one change: the blanks between them belong to it. */
function joinRuns(parts: readonly Part[]): Part[] {
  const joined: Part[] = [];
  let run = { removed: '', added: '' };
  const end = () => {
    joined.push(...whole(run.removed, 'removed'), ...whole(run.added, 'added'));
    run = { removed: '', added: '' };
  };
  for (const [at, { text, kind }] of parts.entries()) {
    if (kind === 'removed') run.removed += text;
    else if (kind === 'added') run.added += text;
    else if (text.trim() === '' && at > 0 && at < parts.length - 1 && run.removed !== '' && run.added !== '') {
      run = { removed: run.removed + text, added: run.added + text };
    } else {
      end();
      joined.push({ text, kind });
    }
  }
  end();
  return joined;
}

function whole(text: string, kind: Part['kind']): Part[] {
  return text === '' ? [] : [{ text, kind }];
}
