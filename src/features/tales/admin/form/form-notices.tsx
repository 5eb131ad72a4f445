/** Notices above the fields of the tale form: draft status, draft to continue, other editors, failure to save. */
import { useEffect, useRef, useState } from 'react';
import type { ApiError } from '#src/api-client/api-request.ts';
import { Alert } from '#src/ui/alert.tsx';
import { formatLocalTime } from '#src/ui/format.ts';
import { Icon } from '#src/ui/icon.tsx';
import { urls } from '#src/urls.ts';
import type { DraftView } from '../drafts/autosave.ts';

const DRAFT_TEXTS = {
  none: '',
  saving: 'Saving draft...',
  saved: '',
  'on-this-device': 'Saved on this device',
  failed: 'Your draft could not be saved. Save the tale soon.',
};

/** Whether what is typed is stored as a draft. Screen readers hear changes of the state, but not the running time. */
export function DraftNote({ state, savedAt, isElsewhere }: DraftView) {
  return (
    <span className="draft-note">
      {state === 'saved' && savedAt !== null ? <TimeSince at={savedAt} /> : <span role="status">{DRAFT_TEXTS[state]}</span>}
      {isElsewhere ? <span className="draft-elsewhere">This tale is also open in another tab.</span> : null}
    </span>
  );
}

function TimeSince({ at }: { at: string }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return <time dateTime={at}>Draft saved {timeSince(Date.parse(at), Math.max(now, Date.parse(at)))}</time>;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Returns text such as `3 minutes ago`; `just now` below 5 seconds, and if clocks disagree. Times in milliseconds. */
export function timeSince(then: number, now: number): string {
  const elapsed = now - then;
  if (elapsed < 5_000) return 'just now';
  if (elapsed < MINUTE) return `${Math.floor(elapsed / 1000)} seconds ago`;
  const [count, unit] = elapsed < HOUR ? [Math.floor(elapsed / MINUTE), 'minute'] : [Math.floor(elapsed / HOUR), 'hour'];
  return `${count} ${count === 1 ? unit : `${unit}s`} ago`;
}

type DraftOfferProps = { savedAt: string; isBusy: boolean; onContinue: () => void; onDiscard: () => void };

/** Offers a draft that was not saved, from before a crash or from another device. */
export function DraftOffer({ savedAt, isBusy, onContinue, onDiscard }: DraftOfferProps) {
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  return (
    <section className="draft-offer" aria-labelledby="draft-offer-text">
      <p id="draft-offer-text">You have unsaved changes from {formatLocalTime(savedAt)}</p>
      <div className="row-gap">
        <button type="button" className="btn btn-line btn-sm" aria-disabled={isBusy || undefined} onClick={onDiscard}>
          Discard
        </button>
        <button ref={first} type="button" className="btn btn-solid btn-sm" aria-disabled={isBusy || undefined} onClick={onContinue}>
          Continue
        </button>
      </div>
    </section>
  );
}

type EditorsNoteProps = {
  /** Names of others who have the tale open for editing. */
  names: readonly string[];
  /** Who saved a newer version than the one in this form; null if nobody did. */
  savedBy: string | null;
  isBusy: boolean;
  onLoadChanges: () => void;
};

/** Who else is editing the tale, and whether they saved it. */
export function EditorsNote({ names, savedBy, isBusy, onLoadChanges }: EditorsNoteProps) {
  return (
    <div className="people-note" role="status">
      {names.length > 0 ? (
        <p>
          <Icon name="feather" />
          <span>
            {new Intl.ListFormat('en').format(names)} {names.length === 1 ? 'is' : 'are'} editing this tale
          </span>
        </p>
      ) : null}
      {savedBy === null ? null : (
        <p>
          <Icon name="retry" />
          <span>
            {savedBy} saved this tale. Your changes are kept and merged with theirs when you save.{' '}
            <button type="button" className="link" aria-disabled={isBusy || undefined} onClick={onLoadChanges}>
              Load their changes now
            </button>
          </span>
        </p>
      )}
    </div>
  );
}

/** Why the tale was not saved, and what to do. */
export function SaveFailure({ error: { status, message }, onSaveAsNew }: { error: ApiError; onSaveAsNew: () => void }) {
  const [title, text] = failureText(status, message);
  return (
    <Alert title={title} wrong>
      {text}
      {status === 401 ? (
        <p>
          <a className="link" href={urls.login()} target="_blank" rel="noreferrer">
            Log in in another tab
          </a>
        </p>
      ) : null}
      {isDeleted(status) ? (
        <p>
          <button type="button" className="btn btn-line btn-sm" onClick={onSaveAsNew}>
            Save as a new tale
          </button>
        </p>
      ) : null}
    </Alert>
  );
}

/** `status` is 0 if there was no response. */
function failureText(status: number, message: string): [title: string, text: string] {
  if (status === 0) return ['Could not reach the server', 'Your changes are still here. Check your connection and press Save again.'];
  if (status === 401) return ['You have been logged out', 'Your changes are still here. Log in again in another tab, then press Save.'];
  if (status === 403)
    return ['You no longer have permission to edit tales', 'Your changes are still here. Copy them, or ask an administrator.'];
  if (isDeleted(status)) return ['This tale has been deleted', 'Your changes are still here. You can save them as a new tale.'];
  if (status === 413) return ['This tale is too long', 'A tale can have at most 2 MB. Split it into two tales.'];
  if (status === 422) return ['Check the fields marked below', message];
  if (status >= 500) return ['Something went wrong on our side', 'Your changes are still here. Press Save again in a moment.'];
  return ['The tale was not saved', message];
}

function isDeleted(status: number): boolean {
  return status === 404 || status === 410;
}
