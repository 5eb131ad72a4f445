import { type ReactNode, type Ref, useId } from 'react';

type Props<Value> = {
  title: string;
  /** Null: it could not be read. */
  value: Value | null;
  heading?: Ref<HTMLHeadingElement>;
  children: (value: Value) => ReactNode;
};

/** One part of the screen. What could not be read says so, and takes nothing else along. */
export function Panel<Value>({ title, value, heading, children }: Props<Value>) {
  const id = useId();
  return (
    <section className="panel" aria-labelledby={id}>
      <h2 id={id} ref={heading} tabIndex={heading === undefined ? undefined : -1}>
        {title}
      </h2>
      {value === null ? <p className="ops-unread">This could not be read just now. The log of the site says why.</p> : children(value)}
    </section>
  );
}
