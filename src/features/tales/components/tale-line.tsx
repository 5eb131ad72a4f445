import type { TaleOption } from '#src/features/tales/contract.ts';

const STATES = { draft: 'Draft', scheduled: 'Scheduled', bin: 'In the trash' };

/** A tale in a list, with a badge unless it is public. */
export function TaleLine({ tale }: { tale: TaleOption }) {
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
