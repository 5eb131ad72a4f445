import { momentOf } from '#src/ui/when.ts';
import { urls } from '#src/urls.ts';
import type { MessageRow } from '../contract.ts';
import { TOPIC_WORDS } from '../topics.ts';
import { StatusBadge } from './status-badge.tsx';

type Props = {
  messages: readonly MessageRow[];
  /** Id of the one that is open. */
  selected: string;
  /** The address of the list, as its query string, to which the id is added. */
  asked: Record<string, string>;
};

/** Letters of readers, each a link that opens it. */
export function MessageList({ messages, selected, asked }: Props) {
  return (
    <ul className="desk-rows inbox-rows">
      {messages.map(({ id, topic, status, start, tale, created_at }) => (
        <li key={id}>
          <a
            href={urls.manageInbox(new URLSearchParams({ ...asked, id }).toString())}
            aria-current={id === selected ? 'true' : undefined}
            className={status === 'new' ? 'is-new' : undefined}
          >
            <span>
              <b>
                <bdi>{start}</bdi>
              </b>
              <small>
                {TOPIC_WORDS[topic]}
                {tale === null ? null : (
                  <>
                    , <bdi>{tale}</bdi>
                  </>
                )}
              </small>
            </span>
            <span className="desk-count figures">
              <StatusBadge status={status} />
              {momentOf(created_at)}
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
