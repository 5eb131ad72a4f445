/** What the player says of itself. */
import { isPageMoving } from '../player-orders.ts';
import type { Note, PlayerState } from '../player-state.ts';

/** Words a minute of most voices at their usual speed. */
const VOICE_PACE = 150;

const NOTES: Record<Note, string> = {
  'no-voice': 'This device has no voice to read with. The page moves by itself instead.',
  'voices-failed': 'The voice could not be heard. The page moves by itself instead.',
  'other-voice': 'That voice could not be heard. Another one reads on.',
  refused: 'Your browser wants a tap first. Press Play to go on.',
  'no-next': 'The next tale could not be opened.',
  'last-tale': 'That was the last tale.',
};

/** For the live region: never the sentences themselves. 'Good night' is said by the dark, which has the focus. */
export function statusWords({ status }: PlayerState): string {
  if (status === 'finished') return 'Finished';
  if (status === 'between') return 'Next tale';
  if (status === 'waiting') return '';
  return status === 'reading' ? 'Reading' : 'Paused';
}

export function noteWords(player: PlayerState): string | null {
  if (player.note === null) return null;
  const hasOthers = player.note === 'no-voice' && player.voices.length > 0;
  return hasOthers ? 'This device has no voice for this language. The page moves by itself instead.' : NOTES[player.note];
}

/** What is shown below the title: how far it is to the end. */
export function timeLeft(player: PlayerState): string {
  if (player.status === 'finished') return player.isNight ? 'Good night' : 'The end';
  if (player.status === 'between') return 'The next tale is coming';
  const words = player.sentences.slice(player.at).reduce((sum, sentence) => sum + sentence.words, 0);
  const pace = isPageMoving(player) ? player.pace : VOICE_PACE * player.rate;
  const minutes = Math.round(words / pace);
  return minutes < 1 ? 'Less than a minute left' : `${minutes} min left`;
}
