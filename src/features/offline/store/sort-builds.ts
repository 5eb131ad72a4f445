/** Which builds of the site stay on the device. */
import type { BuildRecord } from './records.ts';
import type { TaleRecord } from './tale-record.ts';

/** Kept are the build of now, the one before, whose pages may still be open, and those that a kept tale was drawn for. */
export function sortBuilds(builds: readonly BuildRecord[], tales: readonly Pick<TaleRecord, 'app'>[], now: string) {
  const before = builds.filter(({ version }) => version !== now).toSorted((a, b) => b.at - a.at)[0];
  const isUsed = (each: BuildRecord) => each.version === now || each === before || tales.some(({ app }) => app === each.app);
  return { kept: builds.filter(isUsed), dropped: builds.filter((each) => !isUsed(each)) };
}
