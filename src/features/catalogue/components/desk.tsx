import { type ReactNode, useEffect, useRef } from 'react';
import { Icon } from '#src/ui/icon.tsx';
import { useFocusWhenLost } from './use-focus-when-lost.ts';

type Props = {
  /** Of the list. */
  title: string;
  /** What the button for a new thing says, and where it leads; without it nothing is made here. */
  add?: { name: string; href: string };
  list: ReactNode;
  /** What is open; null when nothing is. `key` tells one thing from another. */
  open: { key: string; title: string; back: string; body: ReactNode } | null;
  /** Said when nothing is. */
  none: string;
};

/** A list and beside it the one that is open. On a phone one of the two, with a way back. */
export function Desk({ title, add, list, open, none }: Props) {
  const heading = useFocusWhenLost<HTMLHeadingElement>(open === null ? 'list' : 'open');
  const detail = useFocusWhenLost<HTMLElement>(open?.key ?? '');
  const rows = useLastRow(open === null);
  return (
    <div className={open === null ? 'desk' : 'desk is-open'}>
      <div className="panel desk-list" ref={rows}>
        <div className="panel-head">
          <h2 ref={heading} tabIndex={-1}>
            {title}
          </h2>
          {add === undefined ? null : (
            <a className="btn btn-solid btn-sm" href={add.href}>
              {add.name}
            </a>
          )}
        </div>
        {list}
      </div>
      {open === null ? (
        <section className="panel desk-detail desk-none" aria-label="Nothing selected">
          <p>{none}</p>
        </section>
      ) : (
        <section className="panel desk-detail" aria-label={open.title} ref={detail} tabIndex={-1}>
          <a className="desk-back" href={open.back}>
            <Icon name="back" />
            {title}
          </a>
          {open.body}
        </section>
      )}
    </div>
  );
}

/** Gives the focus back to the row that was open when it is closed, so that the list is found where it was left. */
function useLastRow(isClosed: boolean) {
  const list = useRef<HTMLDivElement>(null);
  const last = useRef('');
  useEffect(() => {
    const row = list.current?.querySelector('a[aria-current="true"]');
    if (!isClosed) last.current = row?.getAttribute('href') ?? last.current;
    else if (last.current !== '') {
      list.current?.querySelector<HTMLElement>(`a[href="${CSS.escape(last.current)}"]`)?.focus();
      last.current = '';
    }
  });
  return list;
}
