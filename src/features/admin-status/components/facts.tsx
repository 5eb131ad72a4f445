import { type ReactNode, type Ref, useId } from 'react';
import { Icon } from '#src/ui/icon.tsx';

type PanelProps<Value> = {
  title: string;
  /** Null when it could not be read. */
  value: Value | null;
  heading?: Ref<HTMLHeadingElement>;
  children: (value: Value) => ReactNode;
};

/** A panel of the status page, or an error when its data could not be read. */
export function StatusPanel<Value>({ title, value, heading, children }: PanelProps<Value>) {
  const id = useId();
  return (
    <section className="panel" aria-labelledby={id}>
      <h2 id={id} ref={heading} tabIndex={heading === undefined ? undefined : -1}>
        {title}
      </h2>
      {value === null ? <p className="ops-unread">Could not be loaded. See the server log.</p> : children(value)}
    </section>
  );
}

/** `warn`: needs attention, shown by icon and text as well as colour. */
export type Fact = { name: string; value: ReactNode; more?: ReactNode; warn?: boolean };

/** A list of labelled figures. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="ops-facts">
      {facts.map(({ name, value, more, warn = false }) => (
        <div key={name} className={warn ? 'is-warning' : undefined}>
          <dt>{name}</dt>
          <dd className="figures">
            <b>
              {warn ? <Icon name="warning" /> : null}
              {warn ? <span className="visually-hidden">Needs attention: </span> : null}
              {value}
            </b>
            {more === undefined ? null : <small>{more}</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
