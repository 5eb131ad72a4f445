import { dayOf, momentOf } from '#src/ui/when.ts';
import type { ApiKey } from '../contract.ts';

type Props = { keys: ApiKey[]; onRevoke: (key: ApiKey) => void };

/** All keys; those that still open something can be revoked. */
export function KeyTable({ keys, onRevoke }: Props) {
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">Key</th>
          <th scope="col">Status</th>
          <th scope="col">Made</th>
          <th scope="col">Last used</th>
          <th scope="col">Ends</th>
          <th scope="col">
            <span className="visually-hidden">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <tr key={key.id}>
            <td>
              <span className="row-title">
                <span>
                  <b>
                    <bdi>{key.name}</bdi>
                  </b>
                  <small>
                    <code>{key.start}…</code> by <bdi>{key.made_by}</bdi>
                  </small>
                </span>
              </span>
            </td>
            <td>
              <KeyBadges apiKey={key} />
            </td>
            <td className="when figures" data-label="Made">
              {dayOf(key.created_at)}
            </td>
            <td className="when figures" data-label="Last used">
              {key.last_used_at === null ? 'Never' : momentOf(key.last_used_at)}
            </td>
            <td className="when figures" data-label="Ends">
              {endOf(key)}
            </td>
            <td className="row-deed">
              {key.state === 'revoked' || key.state === 'expired' ? null : (
                <button
                  type="button"
                  className="btn btn-line btn-sm"
                  aria-label={`Revoke the key ${key.name}`}
                  onClick={() => onRevoke(key)}
                >
                  Revoke
                </button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function endOf({ state, expires_at }: ApiKey): string {
  if (state === 'revoked') return '';
  return expires_at === null ? 'When revoked' : dayOf(expires_at);
}

const STATES = {
  active: { kind: 'good', text: 'Active' },
  idle: { kind: 'amber', text: 'Owner is no administrator' },
  expired: { kind: 'amber', text: 'Ended' },
  revoked: { kind: 'rose', text: 'Revoked' },
};

function KeyBadges({ apiKey: { scope, state } }: { apiKey: ApiKey }) {
  const { kind, text } = STATES[state];
  return (
    <span className="row-badges">
      <span className={`badge badge-${kind}`}>
        <i />
        {text}
      </span>
      <span className="badge">{scope === 'write' ? 'Read and write' : 'Read'}</span>
    </span>
  );
}
