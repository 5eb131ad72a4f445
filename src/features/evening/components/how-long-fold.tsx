import { Icon } from '#src/ui/icon.tsx';
import type { HowLongQuery } from '../how-long-query.ts';
import { HowLongForm } from './how-long-form.tsx';

type Props = Pick<HowLongQuery, 'minutes' | 'age'>;

/** The question above a list, folded until somebody asks it. It begins with the minutes (read silently) and ages that the list was asked for. */
export function HowLongFold({ minutes, age }: Props) {
  const how = minutes === null ? 'aloud' : 'silent';
  return (
    <details className="how-long-fold">
      <summary>
        <Icon name="clock" />
        How long have we got?
        <Icon name="down" className="fold-turn" />
      </summary>
      <div className="how-long-card">
        <HowLongForm query={{ minutes, how, what: 'one', age, pace: null, choice: 1 }} />
      </div>
    </details>
  );
}
