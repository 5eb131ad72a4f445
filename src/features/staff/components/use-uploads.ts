import { useCallback, useEffect, useRef, useState } from 'react';
import { Refused } from '#src/features/accounts/components/send.ts';

/** A file on its way. `opening`: it is there, and is made ready. `text`: why it was refused, or what was made of it. */
export type Upload = {
  key: number;
  name: string;
  state: 'waiting' | 'sending' | 'opening' | 'done' | 'refused';
  share: number;
  text: string;
  /** It was refused for a reason that may pass. */
  mayRetry: boolean;
};

type Asked<Made> = {
  /** Sends a file; `onProgress` hears which part has gone, 0 to 1. Throws Refused. */
  sendOne: (file: File, onProgress: (share: number) => void) => Promise<{ made: Made; text: string }>;
  /** Hears of each that has come. */
  onDone: (made: Made) => void;
  /** What a file is called; its own name without this. */
  nameOf?: (file: File) => string;
  /** So many are sent at a time. */
  atOnce?: number;
};

let count = 0;

/** Files on their way: a few at a time, the others wait. What could not be sent without a connection goes by itself when there is one again. */
export function useUploads<Made>(asked: Asked<Made>) {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const files = useRef(new Map<number, File>());
  const running = useRef(new Set<number>());
  const how = useRef(asked);
  how.current = asked;

  const change = useCallback((key: number, changes: Partial<Upload>) => {
    setUploads((all) => all.map((each) => (each.key === key ? { ...each, ...changes } : each)));
  }, []);

  const start = useCallback(
    async (key: number, file: File) => {
      running.current.add(key);
      change(key, { state: 'sending', share: 0, text: '' });
      try {
        const onProgress = (share: number) => change(key, share < 1 ? { share } : { share, state: 'opening' });
        const { made, text } = await how.current.sendOne(file, onProgress);
        change(key, { state: 'done', share: 1, text });
        files.current.delete(key);
        how.current.onDone(made);
      } catch (error) {
        const { status = 0, message = '' } = error instanceof Refused ? error : {};
        change(key, { state: 'refused', text: message, mayRetry: status === 0 || status >= 500 });
      }
      running.current.delete(key);
      setUploads((all) => [...all]);
    },
    [change],
  );

  // Whenever one has ended or come, the next ones may begin.
  useEffect(() => {
    const free = (how.current.atOnce ?? 2) - running.current.size;
    const next = uploads.filter(({ key, state }) => state === 'waiting' && !running.current.has(key)).slice(0, Math.max(0, free));
    for (const { key } of next) {
      const file = files.current.get(key);
      if (file !== undefined) void start(key, file);
    }
  }, [uploads, start]);

  useEffect(() => {
    const again = () =>
      setUploads((all) => all.map((each) => (each.state === 'refused' && each.mayRetry ? { ...each, state: 'waiting', text: '' } : each)));
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, []);

  const add = useCallback((list: Iterable<File>) => {
    const added = Array.from(list, (file): Upload => {
      count += 1;
      files.current.set(count, file);
      const name = how.current.nameOf?.(file) ?? file.name;
      return { key: count, name: name || 'Pasted file', state: 'waiting', share: 0, text: '', mayRetry: false };
    });
    // What is done makes room for what begins.
    setUploads((all) => [...all.filter(({ state }) => state !== 'done'), ...added]);
  }, []);

  const dismiss = useCallback((keys: number[]) => {
    for (const key of keys) files.current.delete(key);
    setUploads((all) => all.filter((each) => !keys.includes(each.key)));
  }, []);

  return { uploads, add, dismiss, retry: useCallback((key: number) => change(key, { state: 'waiting', text: '' }), [change]) };
}
