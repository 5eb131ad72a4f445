import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '#src/api-client/api-request.ts';
import { Icon } from '#src/ui/icon.tsx';

export type UploadText = {
  /** The noun in singular and plural. */
  things: [one: string, many: string];
  /** Status of a file that is uploaded and being processed. */
  opening: string;
  /** Status of several finished files. */
  done: string;
  /** Announced when all uploads have finished. */
  allDone: string;
};

type Props = {
  uploads: readonly Upload[];
  words: UploadText;
  onDismiss: (keys: number[]) => void;
  onRetry: (key: number) => void;
  /** Offers to pause uploads. */
  onPause?: (key: number) => void;
};

/** Uploads with progress and errors. Finished uploads share one row. */
export function UploadList({ uploads, words, onDismiss, onRetry, onPause }: Props) {
  const done = uploads.filter(({ state }) => state === 'done');
  const others = uploads.filter(({ state }) => state !== 'done');
  const busy = others.filter(({ state }) => state !== 'refused' && state !== 'paused').length;
  const [one, many] = words.things;
  return (
    <>
      <p className="visually-hidden" role="status">
        {busy > 0 ? `${busy === 1 ? `1 ${one} is` : `${busy} ${many} are`} being uploaded` : ''}
        {uploads.length > 0 && busy === 0 ? summary(uploads, words) : ''}
      </p>
      {uploads.length === 0 ? null : (
        <ul className="uploads" aria-label="Uploads">
          {others.map((upload) => (
            <li key={upload.key} className={`upload is-${upload.state}`}>
              {upload.state === 'waiting' || upload.state === 'paused' ? (
                <Icon name="clock" />
              ) : upload.state === 'refused' ? (
                <Icon name="warning" />
              ) : (
                <Spinner />
              )}
              <span className="upload-words">
                <b>{upload.name}</b>
                <small>{wordsFor(upload, words)}</small>
              </span>
              {upload.state === 'sending' ? <progress aria-label={`Upload of ${upload.name}`} max={1} value={upload.share} /> : null}
              {onPause !== undefined && upload.state === 'sending' ? (
                <button type="button" className="btn btn-line btn-sm" onClick={() => onPause(upload.key)}>
                  Pause<span className="visually-hidden"> {upload.name}</span>
                </button>
              ) : null}
              {upload.state === 'paused' ? (
                <button type="button" className="btn btn-line btn-sm" onClick={() => onRetry(upload.key)}>
                  Continue<span className="visually-hidden"> {upload.name}</span>
                </button>
              ) : null}
              {upload.state === 'refused' && upload.mayRetry ? (
                <button type="button" className="btn btn-line btn-sm" onClick={() => onRetry(upload.key)}>
                  <Icon name="retry" />
                  Try again
                </button>
              ) : null}
              {upload.state === 'refused' || upload.state === 'paused' ? (
                <button type="button" className="icon-btn" aria-label={`Dismiss ${upload.name}`} onClick={() => onDismiss([upload.key])}>
                  <Icon name="close" />
                </button>
              ) : null}
            </li>
          ))}
          {done.length === 0 ? null : (
            <li className="upload is-done">
              <Icon name="check" />
              <span className="upload-words">
                <b>{done.length === 1 ? done[0]?.name : `${done.length} ${many}`}</b>
                <small>{done.length === 1 ? done[0]?.text : words.done}</small>
              </span>
              <button
                type="button"
                className="icon-btn"
                aria-label="Dismiss finished uploads"
                onClick={() => onDismiss(done.map(({ key }) => key))}
              >
                <Icon name="close" />
              </button>
            </li>
          )}
        </ul>
      )}
    </>
  );
}

function Spinner() {
  return <span className="spinner" aria-hidden="true" />;
}

function wordsFor({ state, text, share }: Upload, { opening }: UploadText): string {
  if (state === 'waiting') return 'Waiting';
  if (state === 'paused') return `Paused at ${Math.round(share * 100)} %`;
  if (state === 'sending') return `${Math.round(share * 100)} % uploaded`;
  return state === 'opening' ? opening : text;
}

function summary(uploads: readonly Upload[], { allDone }: UploadText): string {
  const refused = uploads.filter(({ state }) => state === 'refused');
  if (refused.length === 0) return uploads.length === 1 ? `${uploads[0]?.name}: ${uploads[0]?.text}` : allDone;
  return refused.map(({ name, text }) => `${name}: ${text}`).join(' ');
}

/** An upload. `opening`: the server is processing it. `text`: the error or the result. */
export type Upload = {
  key: number;
  name: string;
  state: 'waiting' | 'sending' | 'paused' | 'opening' | 'done' | 'refused';
  share: number;
  text: string;
  /** The error may be temporary. */
  mayRetry: boolean;
};

type UploadOptions<Made> = {
  /** Uploads a file; `onProgress` gets the uploaded share from 0 to 1. Throws ApiError. */
  sendOne: (file: File, onProgress: (share: number) => void, signal: AbortSignal) => Promise<{ made: Made; text: string }>;
  onDone: (made: Made) => void;
  /** Display name; the file name by default. */
  nameOf?: (file: File) => string;
  /** Maximum of concurrent uploads. */
  atOnce?: number;
};

let count = 0;

/** Queue of uploads, a few at a time. Uploads that failed offline are retried when the connection is back. */
export function useUploads<Made>(options: UploadOptions<Made>) {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const files = useRef(new Map<number, File>());
  const running = useRef(new Map<number, AbortController>());
  const latest = useRef(options);
  latest.current = options;

  const change = useCallback((key: number, changes: Partial<Upload>) => {
    setUploads((all) => all.map((each) => (each.key === key ? { ...each, ...changes } : each)));
  }, []);

  const start = useCallback(
    async (key: number, file: File) => {
      const stop = new AbortController();
      running.current.set(key, stop);
      change(key, { state: 'sending', text: '' });
      try {
        const onProgress = (share: number) => change(key, share < 1 ? { share } : { share, state: 'opening' });
        const { made, text } = await latest.current.sendOne(file, onProgress, stop.signal);
        change(key, { state: 'done', share: 1, text });
        files.current.delete(key);
        latest.current.onDone(made);
      } catch (error) {
        const { status = 0, message = '' } = error instanceof ApiError ? error : {};
        if (stop.signal.aborted) change(key, { state: 'paused' });
        else change(key, { state: 'refused', text: message, mayRetry: status === 0 || status >= 500 });
      }
      running.current.delete(key);
      setUploads((all) => [...all]);
    },
    [change],
  );

  // Start the next uploads whenever one was added or has finished.
  useEffect(() => {
    const free = (latest.current.atOnce ?? 2) - running.current.size;
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
      const name = latest.current.nameOf?.(file) ?? file.name;
      return { key: count, name: name || 'Pasted file', state: 'waiting', share: 0, text: '', mayRetry: false };
    });
    // Remove finished uploads from the list.
    setUploads((all) => [...all.filter(({ state }) => state !== 'done'), ...added]);
  }, []);

  const dismiss = useCallback((keys: number[]) => {
    for (const key of keys) files.current.delete(key);
    setUploads((all) => all.filter((each) => !keys.includes(each.key)));
  }, []);

  const retry = useCallback((key: number) => change(key, { state: 'waiting', text: '' }), [change]);
  const pause = useCallback((key: number) => running.current.get(key)?.abort(), []);
  return { uploads, add, dismiss, retry, pause };
}
