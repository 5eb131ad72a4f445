import type { ReactNode } from 'react';
import { Icon } from '#src/ui/icon.tsx';

/** `warn`: somebody should look at it. It is said by a sign and by words, not by the colour alone. */
export type Fact = { name: string; value: ReactNode; more?: ReactNode; warn?: boolean };

/** Figures with their names, one below the other. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="ops-facts">
      {facts.map(({ name, value, more, warn = false }) => (
        <div key={name} className={warn ? 'is-warning' : undefined}>
          <dt>{name}</dt>
          <dd className="figures">
            <b>
              {warn ? <Icon name="warning" /> : null}
              {warn ? <span className="visually-hidden">Look at this: </span> : null}
              {value}
            </b>
            {more === undefined ? null : <small>{more}</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
