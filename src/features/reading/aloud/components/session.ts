import { findPosition } from '#src/features/bookshelf/components/bookshelf-store.ts';
import { urls } from '#src/urls.ts';
import { keepAloudSettings, ownPace, readAloudSettings } from '../aloud-settings.ts';
import { startDevice } from '../device.ts';
import { startEngines } from '../engines.ts';
import { takeListening } from '../listening-on.ts';
import { openTale } from '../next-tale.ts';
import { step } from '../player.ts';
import { isPageMoving } from '../player-orders.ts';
import { type Action, type PlayerEvent, type PlayerState, START } from '../player-state.ts';
import { readSentences } from '../read-sentences.ts';
import { startScene } from '../scene.ts';
import { findTitle, firstInSight, TEXT_ID } from '../sentence-range.ts';
import { onTaleHere, type TaleHere, taleHere } from '../tale-here.ts';
import { keepFinished, keepSentence, sentenceAtPlace } from './spoken-place.ts';

/** Below the bar at the head of the window, pixels. */
const TOP = 72;
/** A page that is turned to comes within so long, milliseconds. */
const TURN_MS = 15_000;

export type Shown = { player: PlayerState; tale: TaleHere; isAway: boolean };

/** A session of listening: the player with the voices, the page and the device around it. It lives from Listen to Close. */
export class Session {
  #shown: Shown;
  readonly #onClosed: () => void;
  readonly #listeners = new Set<() => void>();
  readonly #ends = new AbortController();
  readonly #engines = startEngines((event) => this.tell(event));
  readonly #scene = startScene((isAway) => this.#show({ isAway }));
  readonly #device = startDevice((deed) => this.tell({ on: deed }));
  #timer: ReturnType<typeof setTimeout> | undefined;
  #turning: ReturnType<typeof setTimeout> | undefined;
  /** The slug of the tale that the player itself has turned to. */
  #expected: string | null = null;

  /** Begins to read the tale on the page, at sentence `from` or where it was left. `onClosed` is called when the session has ended, by whomever. */
  constructor(tale: TaleHere, onClosed: () => void, from?: number) {
    const { rate, voices, pace } = readAloudSettings();
    this.#shown = { player: { ...START, rate, chosen: voices, pace: pace ?? ownPace() }, tale, isAway: false };
    this.#onClosed = onClosed;
    const { signal } = this.#ends;
    signal.addEventListener(
      'abort',
      onTaleHere(() => this.#turned()),
    );
    document.addEventListener('visibilitychange', () => this.#seen(), { signal });
    // Some browsers talk on when the page has gone.
    addEventListener('pagehide', () => this.tell({ on: 'pause' }), { signal });
    this.#begin(true, from);
  }

  readonly read = (): Shown => this.#shown;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly tell = (event: PlayerEvent): void => {
    if (this.#ends.signal.aborted) return;
    const before = this.#shown.player;
    const { state, actions } = step(before, event, Date.now());
    if (state !== before) this.#show({ player: state });
    for (const action of actions) this.#act(action);
    if (state.status !== before.status) this.#device.setGoing(isGoing(state));
    if (event.on === 'timer') this.#device.setBedtime(event.timer !== null);
    if (event.on === 'rate' || event.on === 'voice' || event.on === 'pace') this.#keepSettings(event.on === 'pace');
  };

  readonly comeBack = (): void => this.#scene.comeBack();

  readonly close = (): void => {
    if (this.#ends.signal.aborted) return;
    this.#ends.abort();
    clearTimeout(this.#timer);
    clearTimeout(this.#turning);
    this.#engines.stop();
    this.#scene.stop();
    this.#device.stop();
    this.#onClosed();
  };

  #show(change: Partial<Shown>): void {
    this.#shown = { ...this.#shown, ...change };
    for (const listener of this.#listeners) listener();
  }

  #act(action: Action): void {
    const { player, tale } = this.#shown;
    if (action.do === 'speak' || action.do === 'cancel' || action.do === 'after') clearTimeout(this.#timer);
    switch (action.do) {
      case 'speak':
        this.#engines.speak(action.order);
        break;
      case 'cancel':
        this.#engines.cancel();
        break;
      case 'after':
        this.#timer = setTimeout(this.tell, action.ms, action.event);
        break;
      case 'show':
        this.#light(action.at);
        break;
      case 'keep':
        keepSentence(tale.id, player.sentences, action.at);
        break;
      case 'finish':
        keepFinished(tale.id, player.sentences);
        break;
      case 'next-tale':
        void this.#turnToNext();
        break;
    }
  }

  #light(at: number | null): void {
    const { player } = this.#shown;
    const sentence = at === null ? undefined : player.sentences[at];
    const isGliding = player.status === 'reading' && isPageMoving(player);
    this.#scene.light(sentence ?? null, isGliding ? ((sentence?.words ?? 0) / player.pace) * 60_000 : 0);
  }

  #begin(play: boolean, from?: number): void {
    const { tale } = this.#shown;
    const root = document.getElementById(TEXT_ID);
    if (root === null) return;
    const sentences = readSentences(root, findTitle(), tale.language);
    this.#device.showTale(tale);
    this.tell({ on: 'text', sentences, language: tale.language, at: from ?? whereToBegin(tale.id, sentences), play });
  }

  async #turnToNext(): Promise<void> {
    const { nextTale } = this.#shown.tale;
    if (nextTale === null) return this.tell({ on: 'no-next', isLast: true });
    this.#expected = nextTale.slug;
    if (!(await openTale(nextTale.slug, this.#shown.player.timer))) return this.tell({ on: 'no-next', isLast: false });
    this.#turning = setTimeout(this.tell, TURN_MS, { on: 'no-next', isLast: false });
  }

  /** A page was turned, by the player or by the reader. */
  #turned(): void {
    const tale = taleHere();
    const { player } = this.#shown;
    if (tale === null) {
      this.#left();
      return;
    }
    const isOurs = tale.slug === this.#expected && player.status === 'between';
    const isSame = tale.id === this.#shown.tale.id;
    this.#expected = null;
    takeListening(tale.slug);
    clearTimeout(this.#turning);
    this.#show({ tale, isAway: false });
    this.#begin(isOurs, isSame ? player.at : 0);
  }

  /** The page of the tale has gone. Another tale may be on its way; else nobody listens any more. */
  #left(): void {
    this.#scene.light(null, 0);
    if (this.#shown.player.status === 'between') return;
    this.tell({ on: 'pause' });
    const isTurning = location.pathname.startsWith(urls.tale(''));
    this.#turning = setTimeout(() => taleHere() === null && this.close(), isTurning ? TURN_MS : 0);
  }

  #seen(): void {
    if (document.visibilityState !== 'visible') return;
    this.tell({ on: 'woken', isSpeaking: this.#engines.isSpeaking() });
    // The screen may go off again when the page has been out of sight, unless it is asked for anew.
    this.#device.setGoing(isGoing(this.#shown.player));
  }

  #keepSettings(withPace: boolean): void {
    const { rate, chosen, pace } = this.#shown.player;
    keepAloudSettings({ rate, voices: { ...chosen }, pace: withPace ? pace : readAloudSettings().pace });
  }
}

function isGoing({ status }: PlayerState): boolean {
  return status !== 'paused' && status !== 'finished';
}

/** The sentence in sight for who has gone to a place in the tale, else where it was left, else its beginning. */
function whereToBegin(tale: string, sentences: PlayerState['sentences']): number {
  if (window.scrollY > window.innerHeight / 2) return firstInSight(sentences, TOP);
  return sentenceAtPlace(sentences, findPosition(tale)) ?? 0;
}
