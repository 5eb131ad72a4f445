type Context = { getModuleInfo(id: string): { isEntry?: boolean; importedIds: readonly string[] } | null };

/** Puts all static imports of `entry` into one chunk, which compresses best and takes one request. The bundler splits the rest. */
export function mainChunk(entry: string): (id: string, context: Context) => string | null {
  let initial: Set<string> | undefined;
  return (id, context) => {
    initial ??= reachedFrom(entry, context);
    return initial.has(id) ? 'main' : null;
  };
}

function reachedFrom(entry: string, context: Context): Set<string> {
  const reached = new Set([entry]);
  for (const id of reached) {
    for (const imported of context.getModuleInfo(id)?.importedIds ?? []) reached.add(imported);
  }
  return reached;
}
