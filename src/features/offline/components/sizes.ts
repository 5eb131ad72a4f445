const one = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1, minimumFractionDigits: 1 });
const MEGA = 1_000_000;

/** 1234567 → "1.2 MB"; little is told in KB, very much in GB. */
export function formatBytes(bytes: number): string {
  if (bytes >= 1000 * MEGA) return `${one.format(bytes / MEGA / 1000)} GB`;
  if (bytes < MEGA / 10) return `${Math.round(bytes / 1000)} KB`;
  return `${one.format(bytes / MEGA)} MB`;
}

/** 65 → "1 h 5 min". */
export function formatMinutes(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  if (hours === 0) return `${minutes} min`;
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
}
