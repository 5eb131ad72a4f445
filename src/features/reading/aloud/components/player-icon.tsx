/** Drawings that only who listens sees: others need not load them. */
const PATHS = {
  play: 'M8 5.2v13.6L19 12z',
  pause: 'M8.5 5.5v13M15.5 5.5v13',
  previous: 'M14.5 6L8.5 12l6 6M5.5 6v12',
  next: 'M9.5 6l6 6-6 6M18.5 6v12',
  voice: 'M5 12.5v-1M9 15.5v-7M13 18.5v-13M17 15.5v-7M21 12.5v-1',
  moon: 'M19.5 14.3A8 8 0 0 1 9.7 4.5a8 8 0 1 0 9.8 9.8z',
  minus: 'M5 12h14',
  plus: 'M12 5v14M5 12h14',
  target: 'M12 4.5v15M6.5 10L12 4.5 17.5 10',
} as const;

/** 24 px, in the colour of the text, inside something labelled. */
export function PlayerIcon({ name }: { name: keyof typeof PATHS }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
