import { Alert } from '#src/ui/alert.tsx';
import { urls } from '#src/urls.ts';
import type { Failure } from '../failure-text.ts';

/** Why nothing was saved, and the next step. */
export function FormFailure({ failure, onSaveAsNew }: { failure: Failure; onSaveAsNew: () => void }) {
  return (
    <Alert title={failure.title} wrong>
      {failure.text}
      {failure.kind === 'signed-out' ? (
        <p>
          <a className="link" href={urls.login()} target="_blank" rel="noreferrer">
            Log in in another tab
          </a>
        </p>
      ) : null}
      {failure.kind === 'gone' ? (
        <p>
          <button type="button" className="btn btn-line btn-sm" onClick={onSaveAsNew}>
            Save as a new tale
          </button>
        </p>
      ) : null}
    </Alert>
  );
}
