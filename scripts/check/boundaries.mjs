import { checkBrowser } from './browser-boundary.mjs';
import { importsOf, resolveOwn } from './source-files.mjs';

/** Browser-safe files of a feature that other features may import, each with the reason. */
const SHARED = new Map([
  ['src/features/accounts/auth-schemas.ts', 'rules of names, addresses and passwords, for the forms of account settings'],
  ['src/features/accounts/flash-messages.ts', 'messages shown after a redirect'],
  ['src/features/accounts/settings-schemas.ts', 'the settings that an account stores, parsed by accounts and edited by account settings'],
  ['src/features/newsletter/issues/zoned-time.ts', 'the calendar shows and sets times in the time zone of the newsletter'],
  ['src/features/reading/reader-modes/viewport-position.ts', 'the visible part of a text, in scroll and paged mode'],
  ['src/features/reading/text/sentence-rules.ts', 'text-to-speech reads sentence by sentence'],
  ['src/features/reading/text/split-sentences.ts', 'text-to-speech reads sentence by sentence'],
  ['src/features/reading/text/reading-position.ts', 'the library stores reading positions'],
  ['src/features/reading/text/reading-speed.ts', 'the tale finder uses the limits and defaults of reading speed'],
  ['src/features/tales/browse-query.ts', 'the state of the browse page is an address, which search reads as well'],
  ['src/features/tale-html/plain-text.ts', 'forms count words as the server does'],
  ['src/features/tale-html/sanitize-html.ts', 'every importer of HTML sanitizes it (server only)'],
  ['src/features/tale-html/sanitizer-allow-list.ts', 'the schema of the editor follows the sanitizer'],
  ['src/features/classification/content-notes.ts', 'one list of content notes for forms, import and classification'],
  ['src/features/tales/field-definition.ts', 'one table of fields for form, versions, import and export'],
  ['src/features/tales/field-values.ts', 'one table of fields for form, versions, import and export'],
  ['src/features/tales/fields.ts', 'one table of fields for form, versions, import and export'],
]);

/**
 * Features from the lowest to the highest: each may import only those before it. Compose pages that use several features in src/web,
 * endpoints and jobs in src/server.
 */
const FEATURE_ORDER = [
  ...['site-settings', 'covers', 'tale-html', 'accounts', 'realtime', 'classification', 'api-keys', 'webhooks', 'media', 'files'],
  ...['editor', 'tales'],
  ...['functions', 'suggestions', 'analytics'],
  ...['authors', 'categories', 'collections', 'tale-types', 'search', 'glossary', 'reading', 'offline', 'reader-library', 'text-to-speech'],
  ...[
    'sharing',
    'shared-lists',
    'read-together',
    'tale-finder',
    'epub',
    'static-pages',
    'contact',
    'submissions',
    'newsletter',
    'tale-of-the-day',
    'editorial-calendar',
    'syndication',
    'access-tokens',
    'account-settings',
  ],
  ...['starter-library', 'import', 'export', 'backup', 'api-guide', 'admin-users', 'audit-log', 'email-log', 'admin-status', 'dev-mail'],
];

/** Files that may read environment variables, and why. */
const ENVIRONMENT_READERS = new Map([
  ['src/platform/config.ts', 'the settings'],
  ['src/platform/function-settings.ts', 'variables that functions declare; no settings'],
  ['src/features/functions/sandbox/runner/main.ts', 'a process of its own, with the variables of a function'],
]);

/** Imports that still run against the order. The number only falls. */
const MAX_UPWARD_IMPORTS = 0;

const LAYERS = {
  urls: ['urls'],
  platform: ['platform'],
  ui: ['ui', 'urls'],
  'api-client': ['api-client', 'ui', 'urls'],
  emails: ['emails', 'urls'],
  'admin-ui': ['admin-ui', 'api-client', 'ui', 'urls'],
  feature: ['feature', 'admin-ui', 'api-client', 'emails', 'platform', 'ui', 'urls'],
  web: ['web', 'feature', 'admin-ui', 'api-client', 'ui', 'urls'],
  app: ['app', 'web', 'feature', 'admin-ui', 'api-client', 'emails', 'platform', 'ui', 'urls', 'dist'],
};

const INSTEAD = {
  urls: 'src/urls.ts, src/page-table.ts and src/permissions.ts know nothing else: move what they need there',
  platform: 'platform must not know features: pass it as an argument',
  ui: 'ui must not know features or the server: pass data as props',
  'api-client': 'the API client must not know features: pass it as an argument',
  emails: 'emails must not know features: pass data as an argument',
  'admin-ui': 'the admin UI must not know features: pass data as props',
  feature: 'features must not import server, cli or web: pass it as an argument, or move it into the feature',
  web: 'browser code calls the server through the Api of src/web/api.ts',
};

/** Returns a sentence for each violation in the files below src. `files`: a map from path to text. */
export function checkBoundaries(files, maxUpwardImports = MAX_UPWARD_IMPORTS) {
  const sources = new Map([...files].filter(([file]) => !isTest(file)));
  const edges = [...sources].flatMap(([file, text]) => edgesOf(file, text));
  const loaded = edges.filter((edge) => edge.to !== undefined);
  return [
    ...loaded.flatMap((edge) => checkEdge(edge, files)),
    ...[...sources].flatMap(([file, text]) => checkFile(file, text)),
    ...checkOrder(loaded, maxUpwardImports),
    ...checkBrowser(edges),
    ...findCycles(loaded).map((cycle) => `${cycle.join(' → ')}: import cycle. Move the shared code into a separate file.`),
  ];
}

function edgesOf(from, text) {
  return importsOf(text).map((found) => ({ ...found, from, to: resolveOwn(from, found.specifier) }));
}

function checkEdge(edge, files) {
  const problems = [checkPath(edge, files), checkLayer(edge), checkFeature(edge)];
  return problems.filter((problem) => problem !== undefined).map((problem) => `${edge.from} imports ${edge.specifier}: ${problem}.`);
}

/** Checks the form of the path. */
function checkPath({ from, to, specifier }, files) {
  if (to.startsWith('test/')) return 'the site must not import test helpers; move shared code into src';
  if (to.startsWith('src/') && /\.(ts|tsx)$/.test(to) && !files.has(to)) return 'no such file; include the extension';
  if (to.startsWith('src/') && !/\.\w+$/.test(to)) return 'include the extension (.ts or .tsx)';
  if (specifier.startsWith('.') && areaOf(from) !== areaOf(to)) return `use #${to} across folders`;
  return undefined;
}

function checkLayer({ from, to }) {
  const [own, other] = [layerOf(from), layerOf(to)];
  return LAYERS[own].includes(other) ? undefined : INSTEAD[own];
}

/** Features may import from each other: the contract, the front door, components (in pages and components), and SHARED files. */
function checkFeature({ from, to }) {
  if (layerOf(from) !== 'feature' || layerOf(to) !== 'feature') return undefined;
  const [own, other] = [featureOf(from), featureOf(to)];
  if (own === other || to.endsWith('/contract.ts') || SHARED.has(to)) return undefined;
  const door = `src/features/${other}/${other}.ts`;
  const isComponent = /\/(pages|components)\/|\.tsx$/.test(from);
  if (isComponent) {
    if (/\/components\//.test(to)) return undefined;
    return `pages import only contract.ts (types) and components of another feature; pass data as props`;
  }
  return to === door || isFrontDoor(to)
    ? undefined
    : `import another feature through its contract.ts or its front door ${door}; export it there`;
}

/** Reports imports between features that run against FEATURE_ORDER when there are more than the ratchet allows. */
function checkOrder(edges, maxUpwardImports) {
  const level = (feature) => FEATURE_ORDER.indexOf(feature);
  const unknown = [...new Set(edges.flatMap(({ from, to }) => [featureOf(from), featureOf(to)]))].filter((name) => name && level(name) < 0);
  const upward = edges.filter(({ from, to }) => featureOf(from) && featureOf(to) && level(featureOf(from)) < level(featureOf(to)));
  const problems = unknown.map((name) => `src/features/${name} is not in FEATURE_ORDER of scripts/check/boundaries.mjs: add it.`);
  if (upward.length < maxUpwardImports) problems.push(`Only ${upward.length} imports run against FEATURE_ORDER: lower MAX_UPWARD_IMPORTS.`);
  if (upward.length <= maxUpwardImports) return problems;
  return [
    ...problems,
    ...upward.map(
      ({ from, to }) =>
        `${from} imports ${to}: ${featureOf(from)} comes before ${featureOf(to)} in FEATURE_ORDER. Pass it as an argument, compose it in src/web or src/server, or move shared code down.`,
    ),
  ];
}

function checkFile(file, text) {
  const problems = [];
  if (/(^|\/)index\.tsx?$/.test(file) || (isBarrel(text) && !isFrontDoor(file)))
    problems.push('only re-exports: import from the files themselves');
  if (/^export \* from/m.test(text)) problems.push("uses 'export *': name the exports");
  // Child processes get PATH; that is not a setting.
  if (!ENVIRONMENT_READERS.has(file) && /process\.env(?!\.PATH\b)/.test(withoutComments(text))) {
    problems.push('reads process.env: add the setting to src/platform/config.ts and import it');
  }
  return problems.map((problem) => `${file} ${problem}.`);
}

/** The front door of a feature or of a folder in it may re-export what others call. */
function isFrontDoor(file) {
  return featureOf(file) !== undefined && /\/([^/]+)\/\1\.ts$/.test(file);
}

function isBarrel(text) {
  const statements = withoutComments(text)
    .split(/;\s*/)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
  return statements.length > 0 && statements.every((statement) => /^export\b[^=]*\bfrom\s*['"]/.test(statement));
}

function withoutComments(text) {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
}

export function layerOf(file) {
  const [top, folder] = file.split('/');
  if (top === 'dist') return 'dist';
  if (['src/urls.ts', 'src/page-table.ts', 'src/permissions.ts'].includes(file)) return 'urls';
  if (folder === 'features') return 'feature';
  return ['platform', 'ui', 'web', 'admin-ui', 'api-client', 'emails'].includes(folder) ? folder : 'app';
}

export function featureOf(file) {
  return layerOf(file) === 'feature' ? file.split('/')[2] : undefined;
}

/** The folder within which imports are relative: a feature, a layer, or src itself. */
function areaOf(file) {
  return featureOf(file) ?? layerOf(file);
}

function isTest(file) {
  return /\.test\.tsx?$/.test(file);
}

/** Finds import cycles between files; type imports are ignored. Each cycle is a list of paths that ends with the first one. */
export function findCycles(edges) {
  const graph = new Map();
  for (const { from, to, isType } of edges) {
    if (!graph.has(from)) graph.set(from, new Set());
    if (!isType) graph.get(from).add(to);
  }
  const done = new Set();
  const cycles = [];
  const visit = (file, trail) => {
    const at = trail.indexOf(file);
    if (at >= 0) cycles.push([...trail.slice(at), file]);
    if (at >= 0 || done.has(file)) return;
    for (const next of graph.get(file) ?? []) visit(next, [...trail, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  return cycles;
}
