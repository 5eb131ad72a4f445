import { useCallback, useEffect, useRef, useState } from 'react';
import { apiRequest } from '#src/api-client/api-request.ts';
import { Icon } from '#src/ui/icon.tsx';
import type { TaleFields } from '../../contract.ts';
import type { CheckItem, CheckResult } from './publish-check.ts';

type Props = {
  /** Returns the current values of the form. */
  read: () => Partial<TaleFields>;
  /** Null for a new tale. */
  id: string | null;
  /** Moves the focus to a field of the form. */
  onJump: (field: string) => void;
};

type State = { status: 'loading' | 'failed'; items: CheckItem[]; message?: string } | { status: 'loaded'; items: CheckItem[] };

/** Delay after a field loses the focus. Moving to the next field within it does not start another check. */
const CHECK_DELAY_MS = 800;

/** What is missing to publish the tale, and what should be reviewed. Checks again after a field of its form has changed. */
export function PublishChecklist({ read, id, onJump }: Props) {
  const [state, setState] = useState<State>({ status: 'loading', items: [] });
  const section = useRef<HTMLElement>(null);
  const latestRequest = useRef({ number: 0, body: '' });
  const latestRead = useRef(read);
  latestRead.current = read;

  const check = useCallback(
    async (isForced: boolean) => {
      const fields = latestRead.current();
      const body = JSON.stringify(fields);
      if (!isForced && body === latestRequest.current.body) return;
      const number = latestRequest.current.number + 1;
      latestRequest.current = { number, body };
      setState(({ items }) => ({ status: 'loading', items }));
      const result = await apiRequest<CheckResult>('POST', '/admin/publish-check', { fields, id }).then(
        ({ items }): State => ({ status: 'loaded', items }),
        (error: unknown): State => ({ status: 'failed', items: [], message: error instanceof Error ? error.message : '' }),
      );
      // Ignores the response of an earlier request.
      if (number === latestRequest.current.number) setState(result);
    },
    [id],
  );

  useEffect(() => void check(true), [check]);
  useEffect(() => {
    const form = section.current?.closest('form');
    if (!form) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onFocusOut = () => {
      clearTimeout(timer);
      timer = setTimeout(() => void check(false), CHECK_DELAY_MS);
    };
    form.addEventListener('focusout', onFocusOut);
    return () => {
      clearTimeout(timer);
      form.removeEventListener('focusout', onFocusOut);
    };
  }, [check]);

  const blocking = state.items.filter(({ level }) => level === 'blocks');
  const advice = state.items.filter(({ level }) => level === 'advice');
  return (
    <section ref={section} className="checklist" aria-label="Before publishing" aria-busy={state.status === 'loading' || undefined}>
      <div className="checklist-head">
        <h3>Before publishing</h3>
        <button type="button" className="btn btn-quiet btn-sm" onClick={() => void check(true)}>
          <Icon name="retry" />
          Check again
        </button>
      </div>
      <p role="status" className={state.status === 'loaded' && blocking.length === 0 ? 'checklist-sum is-good' : 'checklist-sum'}>
        {summaryOf(state, blocking.length, advice.length)}
      </p>
      <CheckItems title="Required to publish" items={blocking} onJump={onJump} />
      <CheckItems title="Suggestions" items={advice} onJump={onJump} />
    </section>
  );
}

function summaryOf(state: State, blocking: number, advice: number): string {
  if (state.status === 'failed') return `The tale could not be checked. ${state.message ?? ''}`;
  if (state.status === 'loading' && state.items.length === 0) return 'Checking...';
  if (blocking > 0) return blocking === 1 ? '1 item is missing.' : `${blocking} items are missing.`;
  return advice > 0 ? 'The tale can be published.' : 'No problems found. The tale can be published.';
}

/** A list of items; each moves the focus to its field. */
export function CheckItems({ title, items, onJump }: { title: string; items: readonly CheckItem[] } & Pick<Props, 'onJump'>) {
  if (items.length === 0) return null;
  return (
    <>
      <h4 className="label">{title}</h4>
      <ul>
        {items.map(({ id, field, level, text }) => (
          <li key={id} className={level === 'blocks' ? 'is-blocking' : undefined}>
            <Icon name={level === 'blocks' ? 'warning' : 'feather'} />
            <button type="button" className="link" onClick={() => onJump(field)}>
              {text}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
