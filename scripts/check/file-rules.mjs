import { LIMITS } from './structure.mjs';

/** Longer files, each with the reason why it is not split. */
const LONG_FILES = new Map([]);

/** Generated files, and a migration of one step that names everything anew. */
const EXEMPT = /\.gen\.ts$|^db\/migrations\/0070_standard_names\.sql$|^test\/upgrade\/[\d.]+\/rows\.sql$/;

/** Names that tools or conventions prescribe. */
const NAMED_OTHERWISE = [/^[A-Z]+(\.md)?$/, /^\d{4}_[a-z0-9_]+\.sql$/];
const KEBAB = /^\.?[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/;

/** Returns a sentence for each file that is too long. `files`: a map from path to text. */
export function checkSizes(files) {
  const long = [...files]
    .filter(([file]) => !EXEMPT.test(file))
    .map(([file, text]) => [file, text.trimEnd().split('\n').length])
    .filter(([file, lines]) => lines > (LONG_FILES.has(file) ? Infinity : LIMITS.maxLines));
  const stale = [...LONG_FILES.keys()].filter((file) => !files.has(file));
  return [
    ...long.map(
      ([file, lines]) =>
        `${file} has ${lines} lines, at most ${LIMITS.maxLines}: split it, or list it with a reason in scripts/check/file-rules.mjs.`,
    ),
    ...stale.map((file) => `${file} is an exception in scripts/check/file-rules.mjs but does not exist: remove it.`),
  ];
}

/** Returns a sentence for each path that is not in kebab-case. */
export function checkNames(paths) {
  const wrong = paths.filter((file) =>
    file.split('/').some((name) => !KEBAB.test(name) && !NAMED_OTHERWISE.some((pattern) => pattern.test(name))),
  );
  return wrong.map((file) => `${file} is not in kebab-case: rename it after its main export, such as tale-card.tsx for TaleCard.`);
}

const COMMENT = /\/\*[\s\S]*?\*\/|^\s*(?:\/\/|--).*$/gm;
const PATH = /(?<![\w/.])(?:src|test|scripts|bench|db|vite|docs|library|public)\/[\w./-]*\w/g;
/** As in `tales/SLUG.md`. */
const PLACEHOLDER = /[A-Z]{4}/;
/** Applied migrations do not change any more. */
const HISTORY = /^db\/migrations\//;

/** Returns a sentence for each path in documentation and comments that does not exist. `files`: a map from path to text; `paths`: all files. */
export function checkMentions(files, paths) {
  const known = new Set(paths.flatMap((file) => file.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/'))));
  return [...files]
    .filter(([file]) => !HISTORY.test(file))
    .flatMap(([file, text]) => {
      const prose = file.endsWith('.md') ? text : (text.match(COMMENT) ?? []).join('\n');
      const mentioned = new Set(prose.match(PATH) ?? []);
      return [...mentioned]
        .filter((name) => !PLACEHOLDER.test(name) && !known.has(name))
        .map((name) => `${file} mentions ${name}, which does not exist.`);
    });
}
