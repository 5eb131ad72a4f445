import { formatCount } from '#src/ui/wording.ts';

/** Below the tales that are on the device, while we are not reached: how many others there are. */
export function MoreElsewhere({ count, retry }: { count: number; retry: () => void }) {
  if (count <= 0) return null;
  return (
    <div className="kept-elsewhere" role="status">
      <p>
        {formatCount(count)} more {count === 1 ? 'is' : 'are'} not on this device. {count === 1 ? 'It comes' : 'They come'} back with the
        network.
      </p>
      <button type="button" className="btn btn-line" onClick={retry}>
        Try again
      </button>
    </div>
  );
}
