import { Icon } from '#src/ui/icon.tsx';

type Props = {
  /** Others who have the tale open in a form. */
  names: readonly string[];
  /** Who has saved another version since this form was opened; null when nobody has. */
  savedBy: string | null;
  onTakeIn: () => void;
  isBusy: boolean;
};

/** Who else is at work on the tale, and what they have done meanwhile. */
export function PeopleNote({ names, savedBy, onTakeIn, isBusy }: Props) {
  return (
    <div className="people-note" role="status">
      {names.length > 0 ? (
        <p>
          <Icon name="feather" />
          <span>
            {new Intl.ListFormat('en').format(names)} {names.length === 1 ? 'is' : 'are'} editing this tale
          </span>
        </p>
      ) : null}
      {savedBy === null ? null : (
        <p>
          <Icon name="retry" />
          <span>
            {savedBy} has just saved this tale. Your words stay; theirs are brought in when you save, or now.{' '}
            <button type="button" className="link" aria-disabled={isBusy || undefined} onClick={onTakeIn}>
              Bring them in
            </button>
          </span>
        </p>
      )}
    </div>
  );
}
