import type { Status } from '../statuses.ts';
import { STATUS_WORDS } from './message-words.ts';

/** Whether a letter is new, answered or closed. */
export function StatusBadge({ status }: { status: Status }) {
  const { text, kind } = STATUS_WORDS[status];
  return (
    <span className={kind === 'plain' ? 'badge' : `badge badge-${kind}`}>
      {kind === 'plain' ? null : <i />}
      {text}
    </span>
  );
}
