import { useId, useState } from 'react';
import { ApiError } from '#src/api-client/api-request.ts';
import { Alert } from '#src/ui/alert.tsx';
import { BusyButton } from '#src/ui/busy-button.tsx';
import { Field } from '#src/ui/field.tsx';
import { Modal } from '#src/ui/modal.tsx';
import { urls } from '#src/urls.ts';
import type { WallTime } from './calendar-dates.ts';
import { type Item, titleOf } from './calendar-items.ts';
import { listReasons } from './use-moves.ts';

type Props = {
  item: Item;
  /** What the fields show first. */
  start: WallTime;
  /** The first day that can be chosen. */
  firstDay: string;
  timeZone: string;
  /** @throws ApiError shown in the dialog */
  onMove: (to: WallTime) => Promise<void>;
  onClose: () => void;
};

/** Asks for the new day and time of an item. What the server refuses is shown here, and nothing has changed. */
export function MoveDialog({ item, start, firstDay, timeZone, onMove, onClose }: Props) {
  const [to, setTo] = useState(start);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const id = useId();
  const isDraft = item.kind === 'draft';
  const cancel = () => {
    if (!isBusy) onClose();
  };

  async function submit(): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    setFailure(null);
    try {
      await onMove(to);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Modal className="dialog move-dialog" aria-labelledby={`${id}-title`} onCancel={cancel}>
      <form
        className="dialog-sheet"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <h2 id={`${id}-title`}>
          {isDraft ? 'Schedule' : 'Move'} “<bdi>{titleOf(item)}</bdi>”
        </h2>
        {failure === null ? null : (
          <Alert title={isDraft ? 'The tale was not scheduled' : 'Nothing was moved'} wrong>
            <ul>
              {listReasons(failure).map((reason) => (
                <li key={reason}>{reason}</li>
              ))}
            </ul>
            {isDraft && Object.keys(failure.fields).length > 0 ? (
              <a className="link" href={urls.manageTale(item.id)}>
                Open the tale
              </a>
            ) : null}
          </Alert>
        )}
        <div className="move-fields">
          <Field
            {...{ name: 'date', scope: 'move', label: item.kind === 'night' ? 'Night' : 'Date', type: 'date', required: true }}
            min={firstDay}
            value={to.day}
            onChange={({ target }) => setTo({ ...to, day: target.value })}
          />
          {item.kind === 'night' ? null : (
            <Field
              {...{ name: 'time', scope: 'move', label: 'Time', type: 'time', required: true }}
              value={to.time}
              onChange={({ target }) => setTo({ ...to, time: target.value })}
            />
          )}
        </div>
        <p className="hint">{noteOf(item, timeZone)}</p>
        <div className="dialog-end">
          <button type="button" className="btn btn-line" aria-disabled={isBusy || undefined} onClick={cancel}>
            Cancel
          </button>
          <BusyButton className="btn btn-solid" isBusy={isBusy} busyText={isDraft ? 'Scheduling…' : 'Moving…'}>
            {isDraft ? 'Schedule' : 'Move'}
          </BusyButton>
        </div>
      </form>
    </Modal>
  );
}

function noteOf({ kind }: Item, timeZone: string): string {
  if (kind === 'night') return 'If you have chosen a tale for that night as well, the two change places. A night begins at 05:00.';
  if (kind === 'issue') return `Time zone: ${timeZone}. At most 90 days ahead.`;
  return `Time zone: ${timeZone}. The tale appears at that time.`;
}
