/** A share of 0 to 1 as a bar. The figures beside it say the same. */
export function Meter({ share, isWarning }: { share: number; isWarning: boolean }) {
  return (
    <svg className={isWarning ? 'ops-meter is-warning' : 'ops-meter'} viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
      <rect width="100" height="4" />
      <rect width={100 * Math.min(1, Math.max(0, share))} height="4" className="is-used" />
    </svg>
  );
}
