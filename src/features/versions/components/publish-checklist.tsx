import { useCallback, useEffect, useRef, useState } from 'react';
import { send } from '#src/features/accounts/components/send.ts';
import type { TaleFields } from '#src/features/manage/contract.ts';
import { Icon } from '#src/ui/icon.tsx';
import type { CheckAnswer, CheckItem } from '../contract.ts';

type Props = {
  /** What is in the form at this moment, as it was typed. */
  read: () => Partial<TaleFields>;
  /** Of the tale; null for one that was never saved. */
  id: string | null;
  /** Leads to a field of the form. */
  onJump: (field: string) => void;
};

type State = { status: 'asking' | 'failed'; items: CheckItem[]; message?: string } | { status: 'known'; items: CheckItem[] };

/** After a field is left; one that is left for another at once is not worth a question. */
const PAUSE_MS = 800;

/** What is missing before a tale can be published, and what should be looked at. It asks anew when a field of its form was changed. */
export function PublishChecklist({ read, id, onJump }: Props) {
  const [state, setState] = useState<State>({ status: 'asking', items: [] });
  const place = useRef<HTMLElement>(null);
  const asked = useRef({ count: 0, body: '' });
  const latest = useRef(read);
  latest.current = read;

  const check = useCallback(
    async (isForced: boolean) => {
      const fields = latest.current();
      const body = JSON.stringify(fields);
      if (!isForced && body === asked.current.body) return;
      asked.current = { count: asked.current.count + 1, body };
      const { count } = asked.current;
      setState(({ items }) => ({ status: 'asking', items }));
      const answer = await send<CheckAnswer>('POST', '/admin/publish-check', { fields, id }).then(
        ({ items }): State => ({ status: 'known', items }),
        (error: unknown): State => ({ status: 'failed', items: [], message: error instanceof Error ? error.message : '' }),
      );
      // An answer to what was asked before says nothing any more.
      if (count === asked.current.count) setState(answer);
    },
    [id],
  );

  useEffect(() => void check(true), [check]);
  useEffect(() => {
    const form = place.current?.closest('form');
    if (!form) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const left = () => {
      clearTimeout(timer);
      timer = setTimeout(() => void check(false), PAUSE_MS);
    };
    form.addEventListener('focusout', left);
    return () => {
      clearTimeout(timer);
      form.removeEventListener('focusout', left);
    };
  }, [check]);

  const blocking = state.items.filter(({ level }) => level === 'blocks');
  const advice = state.items.filter(({ level }) => level === 'advice');
  return (
    <section ref={place} className="checklist" aria-label="Before publishing" aria-busy={state.status === 'asking' || undefined}>
      <div className="checklist-head">
        <h3>Before publishing</h3>
        <button type="button" className="btn btn-quiet btn-sm" onClick={() => void check(true)}>
          <Icon name="retry" />
          Check again
        </button>
      </div>
      <p role="status" className={state.status === 'known' && blocking.length === 0 ? 'checklist-sum is-good' : 'checklist-sum'}>
        {summaryOf(state, blocking.length, advice.length)}
      </p>
      <Items title="Needed before it can be published" items={blocking} onJump={onJump} />
      <Items title="Worth a second look" items={advice} onJump={onJump} />
    </section>
  );
}

function summaryOf(state: State, blocking: number, advice: number): string {
  if (state.status === 'failed') return `The tale could not be checked. ${state.message ?? ''}`;
  if (state.status === 'asking' && state.items.length === 0) return 'Checking...';
  if (blocking > 0) return blocking === 1 ? 'One thing is missing.' : `${blocking} things are missing.`;
  return advice > 0 ? 'The tale can be published.' : 'All is well: the tale can be published.';
}

function Items({ title, items, onJump }: { title: string; items: readonly CheckItem[] } & Pick<Props, 'onJump'>) {
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
