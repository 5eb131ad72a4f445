/** How much of a tale one has read; `progress` from 0 to 1. */
export function ReadShare({ progress }: { progress: number }) {
  const percent = Math.round(progress * 100);
  return (
    <p className="read-share">
      <progress value={percent} max={100} aria-hidden="true" />
      {percent}% read
    </p>
  );
}
