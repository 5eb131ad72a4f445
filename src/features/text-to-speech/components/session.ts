import { trackReading } from '#src/features/analytics/components/track-reading.ts';
import { changeBookshelf, findPosition } from '#src/features/reader-library/components/library-store.ts';
import type { Bookshelf } from '#src/features/reader-library/contract.ts';
import { navigate } from '#src/ui/navigate.ts';
import { urls } from '#src/urls.ts';
import { type CurrentTale, currentTale, onCurrentTaleChange, saveHandoff, takeHandoff } from '../current-tale.ts';
import { startDeviceControls } from '../device-controls.ts';
import { extractSentences } from '../extract-sentences.ts';
import { isSilent, transition } from '../player.ts';
import { type Action, INITIAL_STATE, type PlayerEvent, type PlayerState, type Sentence } from '../player-state.ts';
import type { SleepTimer } from '../sleep-timer.ts';
import { startEngines } from '../speech-engines.ts';
import { findTitle, firstVisibleSentence, startHighlighting, TEXT_ID } from '../tts-highlighting.ts';
import { readerSpeed, readSpeechSettings, saveSpeechSettings } from './voice-settings.ts';

/** Share from which a position is saved. */
const MIN_PROGRESS = 0.05;

const HEADER_HEIGHT = 72;
const NAVIGATION_TIMEOUT_MS = 15_000;

export type SessionView = { player: PlayerState; tale: CurrentTale; isAway: boolean };

/** A listening session: connects the player with speech engines, highlighting and device controls, from Listen to Close. */
export class Session {
  #shown: SessionView;
  readonly #onClosed: () => void;
  readonly #listeners = new Set<() => void>();
  readonly #ends = new AbortController();
  readonly #engines = startEngines((event) => this.dispatch(event));
  readonly #scene = startHighlighting((isAway) => this.#show({ isAway }));
  readonly #device = startDeviceControls((action) => this.dispatch({ on: action }));
  #timer: ReturnType<typeof setTimeout> | undefined;
  #turning: ReturnType<typeof setTimeout> | undefined;
  /** Slug of the tale that the player has navigated to. */
  #expected: string | null = null;

  /** Starts reading the tale on the page, at sentence `from` or the saved position. `onClosed`: called when the session ends. */
  constructor(tale: CurrentTale, onClosed: () => void, from?: number) {
    const { rate, voices, pace } = readSpeechSettings();
    this.#shown = { player: { ...INITIAL_STATE, rate, chosen: voices, pace: pace ?? readerSpeed() }, tale, isAway: false };
    this.#onClosed = onClosed;
    const { signal } = this.#ends;
    signal.addEventListener(
      'abort',
      onCurrentTaleChange(() => this.#turned()),
    );
    document.addEventListener('visibilitychange', () => this.#seen(), { signal });
    // Some browsers continue to speak after the page is closed.
    addEventListener('pagehide', () => this.dispatch({ on: 'pause' }), { signal });
    this.#begin(true, from);
  }

  readonly read = (): SessionView => this.#shown;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly dispatch = (event: PlayerEvent): void => {
    if (this.#ends.signal.aborted) return;
    const before = this.#shown.player;
    const { state, actions } = transition(before, event, Date.now());
    if (state !== before) this.#show({ player: state });
    for (const action of actions) this.#act(action);
    if (state.status !== before.status) this.#device.setPlaying(isPlaying(state));
    if (event.on === 'timer') this.#device.setBedtime(event.timer !== null);
    if (event.on === 'rate' || event.on === 'voice' || event.on === 'pace') this.#keepSettings(event.on === 'pace');
  };

  readonly scrollBack = (): void => this.#scene.scrollBack();

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

  #show(change: Partial<SessionView>): void {
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
        this.#timer = setTimeout(this.dispatch, action.ms, action.event);
        break;
      case 'show':
        this.#light(action.at);
        break;
      case 'keep':
        saveSentence(tale.id, player.sentences, action.at);
        break;
      case 'finish':
        saveFinished(tale.id, player.sentences);
        break;
      case 'next-tale':
        void this.#turnToNext();
        break;
    }
  }

  #light(at: number | null): void {
    const { player } = this.#shown;
    const sentence = at === null ? undefined : player.sentences[at];
    const isGliding = player.status === 'reading' && isSilent(player);
    this.#scene.highlight(sentence ?? null, isGliding ? ((sentence?.words ?? 0) / player.pace) * 60_000 : 0);
  }

  #begin(play: boolean, from?: number): void {
    const { tale } = this.#shown;
    const root = document.getElementById(TEXT_ID);
    if (root === null) return;
    const sentences = extractSentences(root, findTitle(), tale.language);
    this.#device.showTale(tale);
    this.dispatch({ on: 'text', sentences, language: tale.language, at: from ?? startingSentence(tale.id, sentences), play });
  }

  async #turnToNext(): Promise<void> {
    const { nextTale } = this.#shown.tale;
    if (nextTale === null) return this.dispatch({ on: 'no-next', isLast: true });
    this.#expected = nextTale.slug;
    if (!(await openNextTale(nextTale.slug, this.#shown.player.timer))) return this.dispatch({ on: 'no-next', isLast: false });
    this.#turning = setTimeout(this.dispatch, NAVIGATION_TIMEOUT_MS, { on: 'no-next', isLast: false });
  }

  /** Another tale was opened, by the player or the reader. */
  #turned(): void {
    const tale = currentTale();
    const { player } = this.#shown;
    if (tale === null) {
      this.#left();
      return;
    }
    const isOurs = tale.slug === this.#expected && player.status === 'between';
    const isSame = tale.id === this.#shown.tale.id;
    this.#expected = null;
    takeHandoff(tale.slug);
    clearTimeout(this.#turning);
    this.#show({ tale, isAway: false });
    this.#begin(isOurs, isSame ? player.at : 0);
  }

  /** The tale page was left. Closes the session unless another tale is opened. */
  #left(): void {
    this.#scene.highlight(null, 0);
    if (this.#shown.player.status === 'between') return;
    this.dispatch({ on: 'pause' });
    const isTurning = location.pathname.startsWith(urls.tale(''));
    this.#turning = setTimeout(() => currentTale() === null && this.close(), isTurning ? NAVIGATION_TIMEOUT_MS : 0);
  }

  #seen(): void {
    if (document.visibilityState !== 'visible') return;
    this.dispatch({ on: 'woken', isSpeaking: this.#engines.isSpeaking() });
    // The wake lock is lost while the page is hidden.
    this.#device.setPlaying(isPlaying(this.#shown.player));
  }

  #keepSettings(withPace: boolean): void {
    const { rate, chosen, pace } = this.#shown.player;
    saveSpeechSettings({ rate, voices: { ...chosen }, pace: withPace ? pace : readSpeechSettings().pace });
  }
}

function isPlaying({ status }: PlayerState): boolean {
  return status !== 'paused' && status !== 'finished';
}

/** Returns the first visible sentence if the reader has scrolled, else the saved position, else the start. */
function startingSentence(tale: string, sentences: PlayerState['sentences']): number {
  if (window.scrollY > window.innerHeight / 2) return firstVisibleSentence(sentences, HEADER_HEIGHT);
  return sentenceAtPosition(sentences, findPosition(tale)) ?? 0;
}

const WAIT_MS = 15_000;

/**
 * Navigates to a tale and continues reading there with this timer. Returns false without navigating if the tale is unavailable, so that no
 * error page is shown at bedtime.
 */
export async function openNextTale(slug: string, timer: SleepTimer | null): Promise<boolean> {
  if (!(await isReachable(slug)) && !(await isCached(slug))) return false;
  // Offline, navigation reloads the document and the player.
  saveHandoff(slug, timer);
  navigate(urls.tale(slug));
  return true;
}

async function isReachable(slug: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(WAIT_MS);
    return (await fetch(urls.api(`/tales/${slug}`), { headers: { accept: 'application/json' }, signal })).ok;
  } catch {
    return false;
  }
}

async function isCached(slug: string): Promise<boolean> {
  try {
    return navigator.serviceWorker.controller !== null && (await caches.match(urls.tale(slug))) !== undefined;
  } catch {
    return false;
  }
}

/** While listening, the saved position is the sentence being read. */
type Position = Bookshelf['positions'][number];

/** Returns the sentence at a saved position; null without one, or if the tale is finished. */
function sentenceAtPosition(sentences: readonly Sentence[], position: Position | undefined): number | null {
  if (position === undefined || position.finished || position.progress < MIN_PROGRESS) return null;
  const [block = 0, character = 0] = position.place.split('.').map(Number);
  const found = sentences.findIndex((sentence) => sentence.block > block || (sentence.block === block && sentence.end > character));
  return found < 0 ? null : found;
}

function saveSentence(tale: string, sentences: readonly Sentence[], at: number): void {
  const sentence = sentences[at];
  if (sentence === undefined || sentence.block < 0) return;
  const progress = shareRead(sentences, at);
  if (progress >= MIN_PROGRESS) savePosition(tale, sentence, progress, false);
}

/** Marks a tale that was heard to the end as finished. */
function saveFinished(tale: string, sentences: readonly Sentence[]): void {
  const last = sentences.at(-1);
  if (last === undefined || last.block < 0) return;
  trackReading('finish', tale);
  savePosition(tale, last, 1, true);
}

function savePosition(tale: string, { block, start }: Sentence, progress: number, finished: boolean): void {
  changeBookshelf({ op: 'position', tale, place: `${block}.${start}`, progress, finished });
}

/** Share of the words up to the end of the sentence, 0 to 1. */
function shareRead(sentences: readonly Sentence[], at: number): number {
  const count = (list: readonly Sentence[]) => list.reduce((sum, { words }) => sum + words, 0);
  return Math.round((count(sentences.slice(0, at + 1)) / Math.max(1, count(sentences))) * 1000) / 1000;
}
