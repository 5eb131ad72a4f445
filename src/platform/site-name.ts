/** The name of the site. Administrators set it in the site settings; every process keeps it in memory. */

/** Prefix of the cache notification that carries a new name. */
export const RENAMED = 'name:';

const DEFAULT_NAME = 'Talewood';
let current = DEFAULT_NAME;

/** Returns the name of the site as readers see it. */
export function siteName(): string {
  return current;
}

/** Sets the name for this process; '' for the default. */
export function setSiteName(name: string): void {
  current = name || DEFAULT_NAME;
}

/** Returns the name if an administrator has set one, for hashes of what shows it: those of the default name stay the same. */
export function ownSiteName(): string[] {
  return current === DEFAULT_NAME ? [] : [current];
}
