import '#src/ui/styles/reading/aloud.css';
import '#src/ui/styles/reading/aloud-sheets.css';
import '#src/ui/styles/together/index.css';
import { lazy, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { TaleView } from '#src/features/tales/contract.ts';
import { BarPanel, PlayerIcon } from '#src/features/text-to-speech/components/bar-panel.tsx';
import { type Follower, startFollower, type VoiceProblem } from '#src/features/text-to-speech/components/follow-reader.ts';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { formatCount } from '#src/ui/format.ts';
import { Icon } from '#src/ui/icon.tsx';
import { navigate } from '#src/ui/navigate.ts';
import { urls } from '#src/urls.ts';
import type { SessionView } from '../contract.ts';
import { PeoplePanel } from './people-panel.tsx';
import { membershipOf, nameOf, type SessionValue, saveMembership, TogetherSession } from './session.ts';

const InvitePanel = lazy(async () => ({ default: (await import('./invite-panel.tsx')).InvitePanel }));

type Props = { session: SessionView; tale: TaleView };

/** The bar at the foot of a tale that is read together: who reads, what this person may do. */
export function TogetherBar({ session: { code, room }, tale }: Props) {
  const follower = useRef<Follower | null>(null);
  const [membership] = useState(() => membershipOf(code));
  const [session] = useState(
    () =>
      new TogetherSession({
        ...{ room, token: membership.token, name: membership.name },
        onPosition: (position, isFirst) => follower.current?.show(position, isFirst),
      }),
  );
  const value = useSyncExternalStore(session.subscribe, session.read);
  const [isAway, setAway] = useState(false);
  const [isAloud, setAloud] = useState(false);
  const [problem, setProblem] = useState<VoiceProblem | null>(null);
  const [open, setOpen] = useState<'invite' | 'end' | null>(membership.isNew ? 'invite' : null);
  const { status } = value;
  const isOver = status === 'ended' || status === 'full';
  const [isLeading, isHost] = [session.isLeader() && !isOver, session.isHost()];

  useEffect(() => {
    saveMembership({ ...membership, isNew: false, tale: { slug: tale.slug, title: tale.title } });
    const current = startFollower({
      language: tale.language,
      onAway(away) {
        setAway(away);
        session.introduce({ isAway: away });
      },
      onMove: session.move,
      onSilence(why) {
        setAloud(false);
        setProblem(why);
      },
    });
    follower.current = current;
    const leave = session.join();
    document.documentElement.dataset.listening = '';
    return () => {
      leave();
      current.stop();
      delete document.documentElement.dataset.listening;
    };
  }, [session, membership, tale]);
  useEffect(() => follower.current?.setLeading(isLeading), [isLeading]);

  function read(isOn: boolean): void {
    setAloud(isOn);
    setProblem(null);
    follower.current?.setAloud(isOn);
  }

  return (
    <section className="listen together" aria-label="Read together">
      {isAway && !isLeading && status === 'connected' ? (
        <button type="button" className="btn btn-solid listen-back" onClick={() => follower.current?.scrollBack()}>
          Return to the {value.mode === 'class' ? 'teacher' : 'reader'}
        </button>
      ) : null}
      <Waves value={value} />
      <p className="together-who">
        <b role="status">{headline(value)}</b>
        <small>{subline(value)}</small>
      </p>
      {isOver ? (
        <div className="together-over">
          {status === 'full' ? (
            <button type="button" className="btn btn-line" onClick={() => session.join()}>
              Try again
            </button>
          ) : null}
          <a className="btn btn-solid" href={urls.tale(tale.slug)}>
            Continue on your own
          </a>
        </div>
      ) : (
        <>
          <div className="listen-keys">
            {isLeading ? (
              <>
                <button type="button" className="icon-btn" aria-label="Previous sentence" onClick={() => follower.current?.step(-1)}>
                  <PlayerIcon name="previous" />
                </button>
                <button type="button" className="icon-btn" aria-label="Next sentence" onClick={() => follower.current?.step(1)}>
                  <PlayerIcon name="next" />
                </button>
              </>
            ) : (
              <WaveButton session={session} />
            )}
            <button type="button" className="btn btn-quiet" aria-pressed={isAloud} onClick={() => read(!isAloud)}>
              <Icon name="sound" />
              <span>Listen</span>
            </button>
          </div>
          <div className="listen-more">
            <BarPanel icon={<Icon name="person" />} word="People" name="People" isSet={false}>
              {() => <PeoplePanel session={session} value={value} onName={(name) => saveMembership({ ...membershipOf(code), name })} />}
            </BarPanel>
            {isHost ? (
              <button type="button" className="btn btn-quiet" aria-haspopup="dialog" onClick={() => setOpen('invite')}>
                <Icon name="link" />
                <span className="is-name">Invite</span>
              </button>
            ) : null}
          </div>
          <button
            type="button"
            className="icon-btn listen-close"
            aria-label={isHost ? 'End reading together' : 'Leave'}
            onClick={() => (isHost ? setOpen('end') : navigate(urls.tale(tale.slug)))}
          >
            <Icon name="close" />
          </button>
        </>
      )}
      <p className="listen-note" role="status">
        {problem === null || isOver ? null : (
          <>
            <Icon name="warning" />
            {problem === 'refused' ? 'Your browser blocked playback. Press Listen again.' : 'This device has no voice for this language.'}
          </>
        )}
      </p>
      {open === 'invite' ? (
        <Suspense fallback={null}>
          <InvitePanel code={code} title={tale.title} onClose={() => setOpen(null)} />
        </Suspense>
      ) : null}
      {open === 'end' ? (
        <ConfirmDialog
          title="End reading together?"
          confirm="End for everyone"
          onConfirm={async () => {
            session.end();
            setOpen(null);
          }}
          onCancel={() => setOpen(null)}
        >
          The link will stop working. Your guests keep the tale on their screens.
        </ConfirmDialog>
      ) : null}
    </section>
  );
}

/** Who reads, or what is wrong. */
export function headline(value: SessionValue): string {
  const { status, me, leader } = value;
  if (status === 'connecting') return 'Joining…';
  if (status === 'reconnecting') return 'Reconnecting…';
  if (status === 'ended') return 'Reading together has ended';
  if (status === 'full') return 'All places are taken';
  return leader === me ? 'You are reading' : `${nameOf(value, leader)} is reading`;
}

export function subline({ status, people, me, host, mode }: SessionValue): string {
  if (status === 'ended') return 'The tale is still here to read.';
  if (status === 'full') return '30 guests are here already. You can read the tale on your own.';
  if (status !== 'connected') return 'The tale stays here.';
  const guests = people.filter(({ key }) => key !== host);
  if (guests.length === 0) return 'No guests yet';
  const count = guests.length === 1 ? '1 guest' : `${formatCount(guests.length)} guests`;
  const away = guests.filter((each) => each.isAway).length;
  return mode === 'class' && me === host && away > 0 ? `${count}, ${away} looking around` : count;
}

const WAVE_PAUSE_MS = 1_500;

function WaveButton({ session }: { session: TogetherSession }) {
  const [isResting, setResting] = useState(false);
  useEffect(() => {
    if (!isResting) return;
    const timer = setTimeout(() => setResting(false), WAVE_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [isResting]);
  return (
    <button
      type="button"
      className="btn btn-quiet"
      aria-disabled={isResting || undefined}
      onClick={() => isResting || setResting(session.wave())}
    >
      <HandIcon />
      <span>Wave</span>
    </button>
  );
}

function HandIcon() {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M8 13V6.2a1.3 1.3 0 0 1 2.6 0V11M10.6 10.5V4.8a1.3 1.3 0 0 1 2.6 0v5.7M13.2 10.7V6a1.3 1.3 0 0 1 2.6 0v6M15.8 9.8a1.3 1.3 0 0 1 2.6 0v4.7a6 6 0 0 1-6 6c-2.6 0-4-1.2-5.2-3.3L5 13.4a1.3 1.3 0 0 1 2.2-1.3L8 13.6" />
    </svg>
  );
}

/** Waves of the last seconds, also announced. */
function Waves({ value: { waves } }: { value: SessionValue }) {
  return (
    <div className="together-waves" role="status">
      {waves.map(({ id, name }) => (
        <p key={id}>
          <HandIcon /> {name === 'You' ? 'You wave' : `${name} waves`}
        </p>
      ))}
    </div>
  );
}
