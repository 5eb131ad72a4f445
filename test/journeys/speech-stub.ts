import type { BrowserContext, Page } from 'playwright-core';

/** Stubs speech synthesis, as the test browser has no voices. An utterance ends when the test calls `endSentence`. */

export type StubVoice = { name: string; lang: string; localService: boolean };

type Spoken = { text: string; volume: number; voice: string | undefined };
type SpeechStub = { spoken: Spoken[]; isInstant: boolean; end: () => void };
type Window = { __speech: SpeechStub };

export async function stubVoices(page: Page | BrowserContext, voices: StubVoice[]): Promise<void> {
  await page.addInitScript(installVoices, voices);
}

/** Returns the text of all utterances so far. */
export function listSpoken(page: Page): Promise<string[]> {
  return page.evaluate(() => (window as unknown as Window).__speech.spoken.map(({ text }) => text));
}

/** Ends the current utterance. */
export async function endSentence(page: Page): Promise<void> {
  await page.evaluate(() => (window as unknown as Window).__speech.end());
}

/** Ends the current utterance, and from now on each as soon as it has started. */
export async function speakInstantly(page: Page): Promise<void> {
  await page.evaluate(() => {
    const stub = (window as unknown as Window).__speech;
    stub.isInstant = true;
    stub.end();
  });
}

/** Returns the highlighted text, or ''. */
export function highlightedText(page: Page): Promise<string> {
  return page.evaluate(() => [...(CSS.highlights.get('spoken') ?? [])].map((range) => String(range)).join());
}

/** Runs in the page before its scripts. */
function installVoices(voices: StubVoice[]): void {
  let current: { text: string; volume: number; voice?: StubVoice; onstart?: () => void; onend?: () => void } | null = null;
  const stub: SpeechStub = {
    spoken: [],
    isInstant: false,
    end() {
      const ended = current;
      current = null;
      ended?.onend?.();
    },
  };
  (window as unknown as Window).__speech = stub;
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
      stub.spoken.push({ text: utterance.text, volume: utterance.volume, voice: utterance.voice?.name });
      setTimeout(() => {
        if (current !== utterance) return;
        utterance.onstart?.();
        if (stub.isInstant) stub.end();
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
