import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { hashEmail } from '#src/api-client/account-header.ts';
import { ApiError, apiRequest } from '#src/api-client/api-request.ts';
import { getCurrentUser } from '#src/api-client/current-user.ts';
import type { SavedSubmission, Submission } from '../contract.ts';
import { SUBMISSION_FIELDS, type SubmissionFields } from '../submission-fields.ts';

/** `device`: stored on this device only, as the server cannot be reached. `failed`: stored nowhere. `conflict`: changed elsewhere. */
export type SaveStatus = 'none' | 'saving' | 'saved' | 'device' | 'failed' | 'conflict';

const SAVE_DELAY_MS = 2_000;
const RETRY_MS = 10_000;

/**
 * Saves the fields of a submission on this device at once and on the server after a pause. `readContent` returns the text of the editor.
 * `flush` saves now, and resolves to the version of the server, or null if it could not be saved.
 */
export function useSubmissionDraft(submission: Submission, readContent: () => string) {
  const [stored] = useState(() => readStored(submission));
  const [fields, setFields] = useState<SubmissionFields>({ ...submission.fields, ...stored?.fields });
  const [status, setShownStatus] = useState<SaveStatus>(
    stored === null ? 'none' : stored.version === submission.version ? 'device' : 'conflict',
  );
  const [problem, setProblem] = useState('');
  const latest = useRef(fields);
  const saved = useRef({ version: submission.version, fields: submission.fields });
  const running = useRef<Promise<unknown>>(Promise.resolve());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isStored = useRef(true);
  const current = useRef(status);
  const setStatus = (next: SaveStatus) => {
    current.current = next;
    setShownStatus(next);
  };

  const collect = () => {
    latest.current = { ...latest.current, content: readContent() };
    return SUBMISSION_FIELDS.filter((name) => !isSame(latest.current[name], saved.current.fields[name]));
  };

  /** Whether the server has these values already: a request of this page was answered after it had been left. */
  async function takeOver(names: readonly (keyof SubmissionFields)[]): Promise<boolean> {
    const { version, fields: theirs } = await apiRequest<Submission>('GET', `/account/submissions/${submission.id}`);
    if (!names.every((name) => isSame(theirs[name], latest.current[name]))) return false;
    saved.current = { version, fields: theirs };
    removeStored(submission.id);
    setStatus('saved');
    return true;
  }

  /** `force`: the version of the server to overwrite. */
  function save(force?: number): Promise<number | null> {
    clearTimeout(timer.current);
    const work = running.current.then(async () => {
      if (force !== undefined) saved.current = { ...saved.current, version: force };
      const names = collect();
      if (names.length === 0) return saved.current.version;
      const { id } = submission;
      const sent = latest.current;
      setStatus('saving');
      try {
        const body = Object.fromEntries(names.map((name) => [name, sent[name]]));
        const headers = { 'If-Match': `"${saved.current.version}"` };
        const { version } = await apiRequest<SavedSubmission>('PATCH', `/account/submissions/${id}`, body, headers);
        saved.current = { version, fields: sent };
        if (collect().length === 0) removeStored(id);
        setStatus('saved');
        return version;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (error.code === 'changed_since' && (await takeOver(names))) return saved.current.version;
        setProblem(error.message);
        if (error.code === 'changed_since') setStatus('conflict');
        else {
          setStatus(isStored.current ? 'device' : 'failed');
          if (error.status === 0 || error.status >= 500 || error.status === 429) timer.current = setTimeout(() => void save(), RETRY_MS);
        }
        return null;
      }
    });
    running.current = work.catch(() => {});
    return work;
  }

  function store(): void {
    isStored.current = writeStored(submission.id, { version: saved.current.version, fields: latest.current });
  }

  /** Called after each change. */
  function touch(): void {
    collect();
    store();
    if (current.current === 'conflict') return;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void save(), SAVE_DELAY_MS);
  }

  const onLeave = useEffectEvent(() => {
    clearTimeout(timer.current);
    if (collect().length > 0 && current.current !== 'conflict') void save();
  });
  const onClose = useEffectEvent(() => {
    if (collect().length > 0) store();
  });
  const onStart = useEffectEvent(() => {
    if (current.current === 'device') void save();
  });
  useEffect(() => {
    onStart();
    // A request would be aborted; the next page sends what is stored.
    const onHide = () => onClose();
    addEventListener('pagehide', onHide);
    const onOnline = () => onLeave();
    addEventListener('online', onOnline);
    return () => {
      removeEventListener('pagehide', onHide);
      removeEventListener('online', onOnline);
      onLeave();
    };
  }, []);

  function set<Name extends keyof SubmissionFields>(name: Name, value: SubmissionFields[Name]): void {
    latest.current = { ...latest.current, [name]: value };
    setFields((before) => ({ ...before, [name]: value }));
    touch();
  }

  return {
    ...{ fields, status, problem, set, onText: touch },
    flush: () => save(),
    /** Replaces what the server has by the values of this page. */
    overwrite: (version: number) => save(version),
    discard: () => removeStored(submission.id),
    isUnsaved: () => (status === 'failed' || status === 'conflict') && collect().length > 0,
  };
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

type Stored = { version: number; fields: SubmissionFields };

/** Per account, so that other accounts on this device do not see it. */
const keyOf = (id: string) => `talewood.submission.${hashEmail(getCurrentUser()?.email ?? '')}.${id}`;

/** Returns what was stored on this device and not sent. */
function readStored({ id }: Submission): Stored | null {
  try {
    return JSON.parse(localStorage.getItem(keyOf(id)) ?? 'null') as Stored | null;
  } catch {
    return null;
  }
}

function writeStored(id: string, value: Stored): boolean {
  try {
    localStorage.setItem(keyOf(id), JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

function removeStored(id: string): void {
  try {
    localStorage.removeItem(keyOf(id));
  } catch {
    // Nothing was stored.
  }
}
