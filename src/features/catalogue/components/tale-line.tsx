import type { TalePick } from '#src/features/tales/contract.ts';

const STATES = { draft: 'Draft', scheduled: 'Scheduled', bin: 'In the bin' };

/** A tale in a list of picks. What readers do not see says so. */
export function TaleLine({ tale }: { tale: TalePick }) {
  return (
    <span className="row-title">
      <img src={tale.cover} alt="" width="36" height="48" loading="lazy" />
      <span>
        <b>
          <bdi>{tale.title}</bdi>
        </b>
        <small>
          <bdi>{tale.author}</bdi>
        </small>
        {tale.state === 'published' ? null : (
          <span className="badge badge-amber">
            <i />
            {STATES[tale.state]}
          </span>
        )}
      </span>
    </span>
  );
}
