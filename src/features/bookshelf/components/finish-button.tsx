import { Icon } from '#src/ui/icon.tsx';
import { toast } from '#src/ui/toast.ts';
import { finishTale, unfinishTale } from './finish-tale.ts';
import { useIsFinished } from './finished-tales.ts';

/** At the end of a tale: says that it was read, or that it was not. */
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
