import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { Icon } from '#src/ui/icon.tsx';

type Props = {
  /** Heading of the list. */
  title: string;
  /** Button that creates a record. */
  add?: { name: string; href: string };
  list: ReactNode;
  /** The open record, or null. `key` identifies it. */
  open: { key: string; title: string; back: string; body: ReactNode } | null;
  /** Shown when no record is open. */
  none: string;
};

/** Whether the window is so narrow that the open record replaces the list; the same width as in the styles. */
export const isOnePanel = () => matchMedia('(max-width: 62rem)').matches;

/** A list beside the open record. Phones show one of the two, with a back link. */
export function RecordLayout({ title, add, list, open, none }: Props) {
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

/** Returns the focus to the row of the record that was closed. */
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

/**
 * Focuses the element when `shown` changes and the focused element was removed, so that keyboard and screen reader users do not
 * start again at the top of the page.
 */
export function useFocusWhenLost<Shown extends HTMLElement>(shown: string): RefObject<Shown | null> {
  const element = useRef<Shown>(null);
  const before = useRef(shown);
  const hadFocus = useRef(false);
  useEffect(() => {
    const note = () => {
      hadFocus.current = true;
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, []);
  useEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    const { activeElement } = document;
    const isLost = activeElement === null || activeElement === document.body || activeElement.getClientRects().length === 0;
    if (isLost && hadFocus.current) element.current?.focus();
  }, [shown]);
  return element;
}
