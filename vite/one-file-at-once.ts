type Context = { getModuleInfo(id: string): { isEntry?: boolean; importedIds: readonly string[] } | null };

/** Index files of packages name more than is used at once. These parts watch queries, which only the pages about persons do. */
const LATER = /\/@tanstack\/(react-query\/|query-core\/build\/modern\/\w+Observer\.js$)/;

/**
 * Names the file into which a module goes: all that `entry` loads at once stands in one, which compresses best and takes one request.
 * What is loaded later, and what only that needs, is left to the bundler.
 */
export function oneFileAtOnce(entry: string): (id: string, context: Context) => string | null {
  let atOnce: Set<string> | undefined;
  return (id, context) => {
    atOnce ??= reachedFrom(entry, context);
    return atOnce.has(id) && !LATER.test(id) ? 'main' : null;
  };
}

function reachedFrom(entry: string, context: Context): Set<string> {
  const reached = new Set([entry]);
  for (const id of reached) {
    for (const imported of context.getModuleInfo(id)?.importedIds ?? []) reached.add(imported);
  }
  return reached;
}
