/** Follows or leads on the text of the page: sentences, highlight, scrolling, and the device's voice. */
import { firstVisiblePoint } from '#src/features/reading/reader-modes/viewport-position.ts';
import { extractSentences } from '../extract-sentences.ts';
import { voiceOf } from '../player.ts';
import { INITIAL_STATE, type PlayerEvent, type Sentence } from '../player-state.ts';
import { startEngines } from '../speech-engines.ts';
import { splitForRemoteVoice } from '../spoken-text.ts';
import { findTitle, sentenceAtPoint, sentenceRange, startHighlighting, TEXT_ID } from '../tts-highlighting.ts';
import { readSpeechSettings } from './voice-settings.ts';

/** Where a leader is: a sentence by its block and offsets in it. `isPage`: the first one on the screen, rather than the one being read. */
export type ReaderPosition = { block: number; start: number; end: number; isPage: boolean };

/** Between two positions of a leader who scrolls, ms. */
const SCROLL_MS = 150;
const INTERACTIVE = 'a, button, summary, input, dialog, [role="button"]';

export type VoiceProblem = 'no-voice' | 'refused';

type FollowerOptions = {
  language: string;
  /** The reader of this page has scrolled away from the position, or is back. */
  onAway: (isAway: boolean) => void;
  /** The leader has moved. */
  onMove: (position: ReaderPosition) => void;
  /** Reading aloud has stopped by itself; null at the end of the tale. */
  onSilence: (problem: VoiceProblem | null) => void;
};

export type Follower = ReturnType<typeof startFollower>;

export function startFollower({ language, onAway, onMove, onSilence }: FollowerOptions) {
  const text = document.getElementById(TEXT_ID);
  const sentences: readonly Sentence[] = text === null ? [] : extractSentences(text, findTitle(), language);
  const scene = startHighlighting((isAway) => isLeading || onAway(isAway));
  const { rate, voices: chosen } = readSpeechSettings();
  let player = { ...INITIAL_STATE, language, rate, chosen };
  const engines = startEngines(onSpeech);
  const ends = new AbortController();
  let isLeading = false;
  let isAloud = false;
  let at = -1;
  let isPage = true;
  /** Index of the sentence that is being spoken, and its remaining pieces. */
  let spoken = -1;
  let pieces: string[] = [];
  let token = 0;
  let scrolling: ReturnType<typeof setTimeout> | undefined;

  addEventListener('scroll', onScroll, { passive: true, capture: true, signal: ends.signal });
  document.addEventListener('click', onClick, { signal: ends.signal });

  return {
    /** Shows the leader's position. `isInstant`: without smooth scrolling. */
    show(position: ReaderPosition, isInstant: boolean): void {
      at = indexAt(position.block, position.start);
      isPage = position.isPage;
      const sentence = sentences[at];
      if (sentence !== undefined) scene.follow(sentence, { isPage, isInstant });
      if (isAloud && spoken < 0) speak();
    },
    setLeading(leads: boolean): void {
      isLeading = leads;
    },
    /** Moves by a number of sentences, from the first visible one if none is current. */
    step(by: number): void {
      goTo(isPage ? Math.max(0, firstVisible()) + Math.min(by, 0) : at + by);
    },
    /** Reads aloud from the current sentence: the leader sentence by sentence, a guest those of the leader. */
    setAloud(isOn: boolean): void {
      isAloud = isOn;
      silence();
      if (!isOn) return;
      if (isLeading && isPage) goTo(firstVisible());
      else speak();
    },
    scrollBack: scene.scrollBack,
    stop(): void {
      ends.abort();
      clearTimeout(scrolling);
      engines.stop();
      scene.stop();
    },
  };

  function indexAt(block: number, char: number): number {
    const found = sentences.findIndex((each) => each.block > block || (each.block === block && each.end > char));
    return found < 0 ? sentences.length - 1 : found;
  }

  function firstVisible(): number {
    if (text === null) return -1;
    if (scrollY === 0) return 0;
    const { block, char } = firstVisiblePoint(text).point;
    return indexAt(block, char);
  }

  /** The leader goes to a sentence. */
  function goTo(index: number): void {
    const sentence = sentences[index];
    if (sentence === undefined || !isLeading) return;
    at = index;
    isPage = false;
    scene.follow(sentence, { isPage, isInstant: false });
    scene.scrollBack();
    move(sentence);
    if (isAloud) {
      silence();
      speak();
    }
  }

  function move({ block, start, end }: Sentence): void {
    onMove({ block, start, end, isPage });
  }

  function onScroll(): void {
    if (isLeading && scrolling === undefined) scrolling = setTimeout(onScrolled, SCROLL_MS);
  }

  /** The leader has scrolled: the page moves along when the current sentence is no longer visible. */
  function onScrolled(): void {
    scrolling = undefined;
    const current = sentences[at];
    if (!isLeading || isAloud || (!isPage && current !== undefined && isVisible(current))) return;
    const index = firstVisible();
    const sentence = sentences[index];
    if (sentence === undefined || (isPage && index === at)) return;
    at = index;
    isPage = true;
    scene.highlight(null, 0);
    move(sentence);
  }

  /** The leader has clicked a sentence. */
  function onClick({ target, clientX, clientY, defaultPrevented }: MouseEvent): void {
    if (!isLeading || defaultPrevented || !(target instanceof Element) || getSelection()?.isCollapsed === false) return;
    if (target.closest(`#${TEXT_ID}`) === null || target.closest(INTERACTIVE) !== null) return;
    goTo(sentenceAtPoint(sentences, clientX, clientY));
  }

  function silence(): void {
    token += 1;
    spoken = -1;
    pieces = [];
    engines.cancel();
  }

  function speak(): void {
    const sentence = sentences[at];
    // A position without a sentence: the leader is scrolling.
    if (sentence === undefined || isPage) return;
    const voice = voiceOf(player, sentence.lang);
    if (voice === null) {
      if (player.areVoicesKnown) stopAloud('no-voice');
      return;
    }
    spoken = at;
    pieces = voice.isLocal ? [sentence.text] : splitForRemoteVoice(sentence.text);
    speakPiece();
  }

  function speakPiece(): void {
    const sentence = sentences[spoken];
    const piece = pieces.shift();
    if (sentence === undefined || piece === undefined) return;
    token += 1;
    engines.speak({ token, text: piece, lang: sentence.lang, voice: voiceOf(player, sentence.lang), rate, volume: 1, silentMs: 0 });
  }

  function stopAloud(problem: VoiceProblem | null): void {
    isAloud = false;
    silence();
    onSilence(problem);
  }

  function onSpeech(event: PlayerEvent): void {
    if (event.on === 'voices') {
      player = { ...player, voices: event.voices, areVoicesKnown: player.areVoicesKnown || event.areKnown };
      if (isAloud && spoken < 0) speak();
      return;
    }
    if (!isAloud || !('token' in event) || event.token !== token) return;
    if (event.on === 'failed' && event.why !== 'stopped') stopAloud(event.why === 'refused' ? 'refused' : 'no-voice');
    if (event.on === 'ended') onSpoken();
  }

  function onSpoken(): void {
    if (pieces.length > 0) {
      speakPiece();
      return;
    }
    const last = spoken;
    spoken = -1;
    if (isLeading && last + 1 < sentences.length) goTo(last + 1);
    else if (isLeading) stopAloud(null);
    // The leader was faster.
    else if (at !== last) speak();
  }
}

function isVisible(sentence: Sentence): boolean {
  const rect = sentenceRange(sentence)?.getBoundingClientRect();
  return rect !== undefined && rect.bottom > 0 && rect.top < innerHeight && rect.right > 0 && rect.left < innerWidth;
}
