import { trackReading } from '#src/features/analytics/components/track-reading.ts';
import { Icon } from '#src/ui/icon.tsx';
import { toast } from '#src/ui/toast.ts';
import { useIsFinished } from './finished-tales.tsx';
import { changeBookshelf, findPosition } from './library-store.ts';

/** Button at the end of a tale to mark it as read or unread. */
export function FinishButton({ tale }: { tale: string }) {
  const isFinished = useIsFinished(tale);

  function turn(): void {
    if (isFinished) unfinishTale(tale);
    else finishTale(tale);
    void toast({ title: isFinished ? 'Marked as unread' : 'Marked as read' });
  }

  return (
    <p className="finish needs-script">
      <button type="button" className="btn btn-line" onClick={turn}>
        <Icon name="check" className={isFinished ? 'is-on' : ''} />
        {isFinished ? 'Mark as unread' : 'Mark as read'}
      </button>
    </p>
  );
}

/** Tales marked as unread on this page: their end is still visible and must not finish them again. */
const markedUnread = new Set<string>();

/** Marks a tale as read. */
export function finishTale(tale: string): void {
  markedUnread.delete(tale);
  const known = findPosition(tale);
  if (!known?.finished) trackReading('finish', tale);
  const { place = '0.0', quote } = known ?? {};
  changeBookshelf({ op: 'position', tale, place, quote, progress: 1, finished: true });
}

/** Removes the tale from the history. */
function unfinishTale(tale: string): void {
  markedUnread.add(tale);
  changeBookshelf({ op: 'position_gone', tale });
}

/** Whether reaching the end finishes the tale. After "Mark as unread" the reader has to scroll back to the first half before. */
export function canFinish(tale: string, progress: number): boolean {
  if (progress < 0.5) markedUnread.delete(tale);
  return !markedUnread.has(tale);
}
