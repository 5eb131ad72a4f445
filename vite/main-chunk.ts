type Context = { getModuleInfo(id: string): { isEntry?: boolean; importedIds: readonly string[] } | null };

/** Modules that only some pages use although package indexes import them: they observe queries, for pages with personal data. */
const LAZY_ONLY = /\/@tanstack\/(react-query\/|query-core\/build\/modern\/\w+Observer\.js$)/;

/** Puts all static imports of `entry` into one chunk, which compresses best and takes one request. The bundler splits the rest. */
export function mainChunk(entry: string): (id: string, context: Context) => string | null {
  let initial: Set<string> | undefined;
  return (id, context) => {
    initial ??= reachedFrom(entry, context);
    return initial.has(id) && !LAZY_ONLY.test(id) ? 'main' : null;
  };
}

function reachedFrom(entry: string, context: Context): Set<string> {
  const reached = new Set([entry]);
  for (const id of reached) {
    for (const imported of context.getModuleInfo(id)?.importedIds ?? []) reached.add(imported);
  }
  return reached;
}
