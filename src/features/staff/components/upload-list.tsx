import { Icon } from '#src/ui/icon.tsx';
import type { Upload } from './use-uploads.ts';

export type UploadWords = {
  /** What one and several are called. */
  things: [one: string, many: string];
  /** Said of one that is there and is made ready. */
  opening: string;
  /** Said of several that are. */
  done: string;
  /** Said when none is on its way any more. */
  allDone: string;
};

type Props = {
  uploads: readonly Upload[];
  words: UploadWords;
  onDismiss: (keys: number[]) => void;
  onRetry: (key: number) => void;
};

/** Files on their way, how far each has come, and in plain words why one was not taken. Those that have come are one line. */
export function UploadList({ uploads, words, onDismiss, onRetry }: Props) {
  const done = uploads.filter(({ state }) => state === 'done');
  const others = uploads.filter(({ state }) => state !== 'done');
  const busy = others.filter(({ state }) => state !== 'refused').length;
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
              {upload.state === 'waiting' ? <Icon name="clock" /> : upload.state === 'refused' ? <Icon name="warning" /> : <Spinner />}
              <span className="upload-words">
                <b>{upload.name}</b>
                <small>{wordsFor(upload, words)}</small>
              </span>
              {upload.state === 'sending' ? <progress aria-label={`Upload of ${upload.name}`} max={1} value={upload.share} /> : null}
              {upload.state === 'refused' && upload.mayRetry ? (
                <button type="button" className="btn btn-line btn-sm" onClick={() => onRetry(upload.key)}>
                  <Icon name="retry" />
                  Try again
                </button>
              ) : null}
              {upload.state === 'refused' ? (
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
                aria-label="Dismiss what is done"
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

function wordsFor({ state, text, share }: Upload, { opening }: UploadWords): string {
  if (state === 'waiting') return 'Waiting for its turn';
  if (state === 'sending') return `${Math.round(share * 100)} % sent`;
  return state === 'opening' ? opening : text;
}

function summary(uploads: readonly Upload[], { allDone }: UploadWords): string {
  const refused = uploads.filter(({ state }) => state === 'refused');
  if (refused.length === 0) return uploads.length === 1 ? `${uploads[0]?.name}: ${uploads[0]?.text}` : allDone;
  return refused.map(({ name, text }) => `${name}: ${text}`).join(' ');
}
