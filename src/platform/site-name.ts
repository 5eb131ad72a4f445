/** The name of the site. Administrators set it in the site settings; every process keeps it in memory. */

/** Prefix of the cache notification that carries a new name. */
export const RENAMED = 'name:';

/** The name of a site whose administrators have set none. */
export const DEFAULT_NAME = 'Talewood';
let current = DEFAULT_NAME;

/** Returns the name of the site as readers see it. */
export function siteName(): string {
  return current;
}

/** Sets the name for this process; '' for the default. */
export function setSiteName(name: string): void {
  current = name || DEFAULT_NAME;
}

/** Returns the name if an administrator has set one. Hashes of what shows the default name do not contain it. */
export function ownSiteName(): string | undefined {
  return current === DEFAULT_NAME ? undefined : current;
}
