import { STATUSES } from '../statuses.ts';
import { TOPIC_WORDS, TOPICS } from '../topics.ts';
import { STATUS_WORDS } from './message-words.ts';

type Props = { asked: Record<string, string>; onChange: (changes: Record<string, string>) => void };

/** Narrows the list of letters by what they are about and by their state. */
export function InboxFilters({ asked, onChange }: Props) {
  return (
    <div className="panel-tools">
      <Choice
        label="Topic"
        all="All topics"
        value={asked.topic ?? ''}
        options={TOPICS.map((topic) => [topic, TOPIC_WORDS[topic]])}
        onChange={(topic) => onChange({ topic })}
      />
      <Choice
        label="Status"
        all="All states"
        value={asked.status ?? ''}
        options={STATUSES.map((status) => [status, STATUS_WORDS[status].text])}
        onChange={(status) => onChange({ status })}
      />
    </div>
  );
}

type ChoiceProps = { label: string; all: string; value: string; options: [string, string][]; onChange: (value: string) => void };

function Choice({ label, all, value, options, onChange }: ChoiceProps) {
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
