import { LiveRow } from '#src/admin-ui/live-rows.tsx';
import { formatLocalTime } from '#src/ui/format.ts';
import { urls } from '#src/urls.ts';
import type { MessageRow } from '../contract.ts';
import { MESSAGE_STATUSES, type MessageStatus, TOPIC_SHORT_LABELS, TOPICS } from '../message-labels.ts';

/** Label and badge colour of each status. */
const STATUS_BADGES: Record<MessageStatus, { text: string; kind: 'good' | 'amber' | 'plain' }> = {
  new: { text: 'New', kind: 'amber' },
  answered: { text: 'Answered', kind: 'good' },
  closed: { text: 'Closed', kind: 'plain' },
};

type ListProps = {
  messages: readonly MessageRow[];
  /** Id of the open message. */
  selected: string;
  /** Filters of the list, kept in the links of its rows. */
  filters: Record<string, string>;
};

/** Messages, each a link that opens it. */
export function MessageList({ messages, selected, filters }: ListProps) {
  return (
    <ul className="desk-rows inbox-rows">
      {messages.map(({ id, topic, status, start, tale, created_at }) => (
        <LiveRow key={id} as="li" id={id}>
          <a
            href={urls.manageInbox(new URLSearchParams({ ...filters, id }).toString())}
            aria-current={id === selected ? 'true' : undefined}
            className={status === 'new' ? 'is-new' : undefined}
          >
            <span>
              <b>
                <bdi>{start}</bdi>
              </b>
              <small>
                {TOPIC_SHORT_LABELS[topic]}
                {tale === null ? null : (
                  <>
                    , <bdi>{tale}</bdi>
                  </>
                )}
              </small>
            </span>
            <span className="desk-count figures">
              <StatusBadge status={status} />
              {formatLocalTime(created_at)}
            </span>
          </a>
        </LiveRow>
      ))}
    </ul>
  );
}

export function StatusBadge({ status }: { status: MessageStatus }) {
  const { text, kind } = STATUS_BADGES[status];
  return (
    <span className={kind === 'plain' ? 'badge' : `badge badge-${kind}`}>
      {kind === 'plain' ? null : <i />}
      {text}
    </span>
  );
}

type FilterProps = { filters: Record<string, string>; onChange: (changes: Record<string, string>) => void };

/** Filters of the messages by topic and status. */
export function InboxFilters({ filters, onChange }: FilterProps) {
  return (
    <div className="panel-tools">
      <FilterSelect
        label="Topic"
        all="All topics"
        value={filters.topic ?? ''}
        options={TOPICS.map((topic) => [topic, TOPIC_SHORT_LABELS[topic]])}
        onChange={(topic) => onChange({ topic })}
      />
      <FilterSelect
        label="Status"
        all="All statuses"
        value={filters.status ?? ''}
        options={MESSAGE_STATUSES.map((status) => [status, STATUS_BADGES[status].text])}
        onChange={(status) => onChange({ status })}
      />
    </div>
  );
}

type FilterSelectProps = { label: string; all: string; value: string; options: [string, string][]; onChange: (value: string) => void };

function FilterSelect({ label, all, value, options, onChange }: FilterSelectProps) {
  return (
    <select className="input select" aria-label={label} value={value} onChange={(event) => onChange(event.target.value)}>
      <option value="">{all}</option>
      {options.map(([name, text]) => (
        <option key={name} value={name}>
          {text}
        </option>
      ))}
    </select>
  );
}
