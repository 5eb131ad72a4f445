import { type FormEvent, useId } from 'react';
import { nameOf, type SessionValue, type TogetherSession } from './session.ts';

type Props = { session: TogetherSession; value: SessionValue; onName: (name: string) => void };

/** Who is here, one's own name, and who leads. */
export function PeoplePanel({ session, value, onName }: Props) {
  const { people, me, host, leader, mode } = value;
  const id = useId();
  const isHost = me === host;

  function save(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const typed = String(new FormData(event.currentTarget).get('name'));
    const name = typed.replace(/[\p{Cc}\p{Cf}<>@/]/gu, '').trim();
    session.introduce({ name });
    onName(name);
  }

  return (
    <div className="together-people">
      <form onSubmit={save}>
        <label className="label" htmlFor={id}>
          Your first name (optional)
        </label>
        <div className="together-name">
          <input
            id={id}
            className="input"
            name="name"
            maxLength={30}
            autoComplete="off"
            defaultValue={people.find(({ key }) => key === me)?.name}
            aria-describedby={`${id}-hint`}
          />
          <button type="submit" className="btn btn-line">
            Show name
          </button>
        </div>
        <p id={`${id}-hint`} className="together-hint">
          The others see it while you are here. It is not stored.
        </p>
      </form>
      <ul>
        {people.map(({ key, isAway }) => (
          <li key={key}>
            <span>
              {nameOf(value, key)}
              <small>
                {[key === me && nameOf(value, key) !== 'You' ? 'you' : '', key === leader ? 'reads' : isAway ? 'looking around' : '']
                  .filter(Boolean)
                  .join(', ')}
              </small>
            </span>
            {isHost && mode === 'story' && key !== leader && key !== host ? (
              <button type="button" className="btn btn-line" onClick={() => session.handOver(key)}>
                Hand over<span className="visually-hidden"> to {nameOf(value, key)}</span>
              </button>
            ) : null}
          </li>
        ))}
      </ul>
      {leader !== host && (isHost || me === leader) ? (
        <button type="button" className="btn btn-solid btn-wide" onClick={() => session.handOver(host)}>
          {isHost ? 'Take back reading' : 'Give back reading'}
        </button>
      ) : null}
      {isHost ? (
        <label className="check">
          <input
            type="checkbox"
            checked={mode === 'class'}
            onChange={({ target }) => session.setMode(target.checked ? 'class' : 'story')}
          />
          Class mode: only you lead
        </label>
      ) : null}
    </div>
  );
}
