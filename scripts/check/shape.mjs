/** The shape of files: how long they are and what they are called. */

const MOST_LINES = 300;

/** Longer files, each with the reason why it is better whole. */
const LONG = new Map([]);

/** Written by a program, for the compiler. */
const GENERATED = /\.gen\.ts$/;

/** Names that someone else decides. */
const NAMED_OTHERWISE = [/^[A-Z]+\.md$/, /^\d{4}_[a-z0-9_]+\.sql$/];
const KEBAB = /^\.?[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/;

/** Files over 300 lines. `files` is a map from path to text. */
export function checkSizes(files) {
  const long = [...files]
    .filter(([file]) => !GENERATED.test(file))
    .map(([file, text]) => [file, text.trimEnd().split('\n').length])
    .filter(([file, lines]) => lines > (LONG.has(file) ? Infinity : MOST_LINES));
  const stale = [...LONG.keys()].filter((file) => !files.has(file));
  return [
    ...long.map(
      ([file, lines]) =>
        `${file} has ${lines} lines, ${MOST_LINES} are allowed: split it by ability, or list it with a reason in scripts/check/shape.mjs.`,
    ),
    ...stale.map((file) => `${file} is an exception in scripts/check/shape.mjs but is not there: take it out.`),
  ];
}

/** Files and folders whose names are not in kebab-case. */
export function checkNames(paths) {
  const wrong = paths.filter((file) =>
    file.split('/').some((name) => !KEBAB.test(name) && !NAMED_OTHERWISE.some((pattern) => pattern.test(name))),
  );
  return wrong.map((file) => `${file} is not in kebab-case: name it after its main export, as tale-card.tsx after TaleCard.`);
}
