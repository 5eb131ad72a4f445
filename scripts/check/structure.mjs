import path from 'node:path';
import { importsOf, resolveOwn } from './source-files.mjs';

/**
 * Measures the structure of the production code. The limits are ratchets: lower a maximum and raise a minimum when the code improves, never
 * the other way round.
 */
export const LIMITS = {
  maxFiles: 1040,
  minMedianLines: 92,
  /** Lines of any one file, tests and scripts included; see file-rules.mjs. */
  maxLines: 300,
  /** Percentage of exports that exactly one file imports. Inline those, or merge the files. */
  maxSingleImporterExportsPercent: 47,
  maxFeaturesInCycles: 0,
  /** Uses of names that TERMS replaces; the one left is a word in a regular expression. */
  maxForbiddenNames: 1,
};

/** Words in names, and the standard term to use instead. */
const TERMS = new Map([
  ['bones', 'skeleton'],
  ['colophon', 'credits'],
  ['deed', 'action'],
  ['deeds', 'actions'],
  ['faded', 'expired'],
  ['hindrance', 'reason'],
  ['letterhead', 'message options'],
  ['rehearse', 'decoy'],
  ['unsaid', 'default'],
  ['veil', 'hide'],
  ['veiled', 'hidden'],
]);
/** Constants for limits are called MAX_ and MIN_. */
const LIMIT_NAME = /^(MOST|LEAST)_/;

const EXPORT =
  /^export\s+(?:default\s+)?(?:declare\s+)?(?:abstract\s+)?(?:async\s+)?(?:function\*?|const|let|class|type|interface|enum)\s+([\w$]+)/gm;
const NAMED = /^[ \t]*(?:import|export)\s+(?:type\s+)?(?:[\w$]+\s*,\s*)?\{([^}]*)\}\s*from\s*['"]([^'"\n]+)['"]/gm;

/** Returns a sentence for each limit that the files exceed. `files`: a map from path to text, everything below src. */
export function checkStructure(files, limits = LIMITS) {
  const found = measure(files);
  const problems = [];
  const over = (name, value, limit, advice) => {
    if (value > limit) problems.push(`${name}: ${value}, at most ${limit}. ${advice}`);
  };
  over('Production files', found.files, limits.maxFiles, 'Merge a small file with its only importer.');
  if (found.medianLines < limits.minMedianLines)
    problems.push(`Median length of a file: ${found.medianLines} lines, at least ${limits.minMedianLines}. Merge small files.`);
  over(
    'Percentage of exports with one importer',
    found.singleImporterExportsPercent,
    limits.maxSingleImporterExportsPercent,
    'Move an export into the file that uses it.',
  );
  over(
    'Features in import cycles',
    found.cyclic.length,
    limits.maxFeaturesInCycles,
    `Imports between features run one way. In cycles: ${found.cyclic.join(', ')}.`,
  );
  over('Forbidden names', found.forbidden.length, limits.maxForbiddenNames, `Use the standard term.\n${found.forbidden.join('\n')}`);
  return problems;
}

/** The figures that the limits are compared with. */
export function measure(all) {
  const files = new Map([...all].filter(([file]) => isProduction(file)));
  const lengths = [...files.values()].map((text) => text.split('\n').length - 1).sort((a, b) => a - b);
  return {
    files: files.size,
    medianLines: lengths[Math.floor(lengths.length / 2)] ?? 0,
    singleImporterExportsPercent: measureExports(files),
    cyclic: findCyclicFeatures(files),
    forbidden: findForbiddenNames(files),
  };
}

function isProduction(file) {
  return /\.tsx?$/.test(file) && !/\.(test|gen)\.tsx?$|\.d\.ts$/.test(file);
}

/** The percentage of exports that exactly one file imports by name. Rounded up, so that a limit is never met by rounding. */
function measureExports(files) {
  const importers = new Map();
  for (const [file, text] of files) {
    for (const [, names, specifier] of text.matchAll(NAMED)) {
      for (const name of names.split(',')) {
        const [imported] = name
          .trim()
          .replace(/^type\s+/, '')
          .split(/\s+as\s+/);
        const key = `${resolveOwn(file, specifier)} ${imported}`;
        importers.set(key, (importers.get(key) ?? new Set()).add(file));
      }
    }
  }
  const exported = [...files].flatMap(([file, text]) => [...text.matchAll(EXPORT)].map(([, name]) => `${file} ${name}`));
  const single = exported.filter((key) => importers.get(key)?.size === 1);
  return Math.ceil((100 * single.length) / Math.max(1, exported.length));
}

/** Features that import themselves by way of others, type imports included. */
function findCyclicFeatures(files) {
  const imports = new Map();
  for (const [file, text] of files) {
    const own = featureOf(file);
    if (own === undefined) continue;
    const others = importsOf(text).map(({ specifier }) => featureOf(resolveOwn(file, specifier) ?? ''));
    imports.set(own, new Set([...(imports.get(own) ?? []), ...others.filter((other) => other !== undefined && other !== own)]));
  }
  const reaches = (from) => {
    const reached = new Set(imports.get(from));
    for (const feature of reached) for (const next of imports.get(feature) ?? []) reached.add(next);
    return reached;
  };
  return [...imports.keys()].filter((feature) => reaches(feature).has(feature)).sort();
}

function featureOf(file) {
  const [top, folder, feature, ...rest] = file.split(path.posix.sep);
  return top === 'src' && folder === 'features' && rest.length > 0 ? feature : undefined;
}

/** "file: name → term" for each identifier outside of comments and quotes with a word of TERMS. */
function findForbiddenNames(files) {
  return [...files].flatMap(([file, text]) => {
    const names = withoutCommentsAndQuotes(text).match(/[A-Za-z_$][\w$]*/g) ?? [];
    return names.flatMap((name) => {
      const word = wordsOf(name).find((each) => TERMS.has(each));
      const term = LIMIT_NAME.test(name) ? 'MAX_ or MIN_' : TERMS.get(word);
      return term === undefined ? [] : [`${file}: ${name} → ${term}`];
    });
  });
}

/** The words of an identifier in camelCase, PascalCase or SNAKE_CASE, in lower case. */
function wordsOf(name) {
  return name
    .replace(/([a-z\d])([A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$1$3_$2')
    .toLowerCase()
    .split('_');
}

function withoutCommentsAndQuotes(text) {
  return text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '').replace(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, "''");
}
