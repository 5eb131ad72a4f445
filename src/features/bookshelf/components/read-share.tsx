/** How much of a tale one has read; `progress` from 0 to 1. `minutes`: what is said of the rest. */
export function ReadShare({ progress, minutes }: { progress: number; minutes?: string }) {
  const percent = Math.round(progress * 100);
  return (
    <p className="read-share">
      <progress value={percent} max={100} aria-hidden="true" />
      {percent}% read{minutes === undefined ? null : ` · ${minutes}`}
    </p>
  );
}
