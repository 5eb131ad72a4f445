import type { BrowserContext, Page } from 'playwright-core';

/** The browser of the journeys has no voices: these stand in for them. A sentence is over when the test says so. */

export type FakeVoice = { name: string; lang: string; localService: boolean };

type Said = { text: string; volume: number; voice: string | undefined };
type Stage = { said: Said[]; isQuick: boolean; end: () => void };
type Window = { __voices: Stage };

export async function bringVoices(page: Page | BrowserContext, voices: FakeVoice[]): Promise<void> {
  await page.addInitScript(putVoices, voices);
}

/** What was given to the voices so far. */
export function listSaid(page: Page): Promise<string[]> {
  return page.evaluate(() => (window as unknown as Window).__voices.said.map(({ text }) => text));
}

/** The sentence being said is over. */
export async function endSentence(page: Page): Promise<void> {
  await page.evaluate(() => (window as unknown as Window).__voices.end());
}

/** From now on sentences are over as soon as they have begun. */
export async function speakQuickly(page: Page): Promise<void> {
  await page.evaluate(() => {
    const stage = (window as unknown as Window).__voices;
    stage.isQuick = true;
    stage.end();
  });
}

/** The words that glow; empty when none do. */
export function readGlow(page: Page): Promise<string> {
  return page.evaluate(() => [...(CSS.highlights.get('spoken') ?? [])].map((range) => String(range)).join());
}

/** Runs in the page before its scripts. */
function putVoices(voices: FakeVoice[]): void {
  let current: { text: string; volume: number; voice?: FakeVoice; onstart?: () => void; onend?: () => void } | null = null;
  const stage: Stage = {
    said: [],
    isQuick: false,
    end() {
      const over = current;
      current = null;
      over?.onend?.();
    },
  };
  (window as unknown as Window).__voices = stage;
  const speech = {
    get speaking() {
      return current !== null;
    },
    pending: false,
    paused: false,
    getVoices: () => voices.map((voice) => ({ ...voice, voiceURI: voice.name, default: false })),
    addEventListener() {},
    removeEventListener() {},
    resume() {},
    cancel() {
      current = null;
    },
    speak(utterance: NonNullable<typeof current>) {
      current = utterance;
      stage.said.push({ text: utterance.text, volume: utterance.volume, voice: utterance.voice?.name });
      setTimeout(() => {
        if (current !== utterance) return;
        utterance.onstart?.();
        if (stage.isQuick) stage.end();
      });
    },
  };
  class Utterance {
    text: string;
    volume = 1;
    constructor(text: string) {
      this.text = text;
    }
  }
  Object.defineProperty(window, 'speechSynthesis', { value: speech });
  Object.defineProperty(window, 'SpeechSynthesisUtterance', { value: Utterance });
}
