import { checkBrowser } from './browser-boundary.mjs';
import { findCycles } from './cycles.mjs';
import { importsOf, resolveOwn } from './source-files.mjs';

/** Who may import whom. Every message says what to do instead. */

/** Plain files of a feature, safe in the browser, that other features may share. */
const SHARED = new Map([
  ['src/features/accounts/components/mark-of.ts', 'a device and the server tell accounts apart in the same way'],
  ['src/features/import/formats/choose-files.ts', 'what is dropped on the page is looked through as a folder is'],
  ['src/features/manage/field-labels.ts', 'the fields of a tale have one name each, in the form and where versions are compared'],
  ['src/features/reading/modes/sight.ts', 'what is in sight of a text, in a scroll and in pages, is one question'],
  ['src/features/reading/settings/reading-settings.ts', 'what is set of the page comes along with the account'],
  ['src/features/tale-form/local-time.ts', 'times in fields are those of the zone of the editor, whatever they are for'],
  ['src/features/tales/browse-query.ts', 'the state of the browse page is an address, which search reads as well'],
  ['src/features/tales/content-attributes.ts', 'what a tale may hold, which the editor goes by'],
  ['src/features/tales/content-elements.ts', 'what a tale may hold, which the editor goes by'],
  ['src/features/tales/content-notes.ts', 'one list of notes, for the form, for those who compare and for classification'],
  ['src/features/reading/text/pace.ts', 'what is left of a tale is said wherever a begun tale is shown'],
  ['src/features/reading/text/place-in-sight.ts', 'a place in a tale is found in the page, and kept on the bookshelf'],
  ['src/features/reading/text/places.ts', 'a place in a tale is what the bookshelf keeps'],
  ['src/features/tales/plain-text.ts', 'the form of a tale counts its words as saving will'],
]);

const LAYERS = {
  urls: ['urls'],
  platform: ['platform'],
  ui: ['ui', 'urls'],
  feature: ['feature', 'platform', 'ui', 'urls'],
  browser: ['browser', 'feature', 'ui', 'urls'],
  app: ['app', 'browser', 'feature', 'platform', 'ui', 'urls', 'dist'],
};

const INSTEAD = {
  urls: 'src/urls.ts and src/page-paths.ts know nothing else: move what they need into them',
  platform: 'platform knows no feature: hand the thing in as an argument',
  ui: 'ui knows no feature and no server: take what it shows as props',
  feature: 'a feature is used by app and browser, not the other way round: hand the thing in, or move it into the feature',
  browser: 'browser code asks the server through the Api of src/browser/api.ts',
};

/** Problems in the files below src, one line each. `files` is a map from path to text. */
export function checkBoundaries(files) {
  const sources = new Map([...files].filter(([file]) => !isTest(file)));
  const edges = [...sources].flatMap(([file, text]) => edgesOf(file, text));
  const loaded = edges.filter((edge) => edge.to !== undefined);
  return [
    ...loaded.flatMap((edge) => checkEdge(edge, files)),
    ...[...sources].flatMap(([file, text]) => checkFile(file, text)),
    ...checkBrowser(edges),
    ...findCycles(loaded).map(
      (cycle) => `${cycle.join(' → ')}: these import each other in a circle. Move what they share into a file of its own.`,
    ),
  ];
}

function edgesOf(from, text) {
  return importsOf(text).map((found) => ({ ...found, from, to: resolveOwn(from, found.specifier) }));
}

function checkEdge(edge, files) {
  const problems = [checkWay(edge, files), checkLayer(edge), checkFeature(edge)];
  return problems.filter((problem) => problem !== undefined).map((problem) => `${edge.from} imports ${edge.specifier}: ${problem}.`);
}

/** How the path is written. */
function checkWay({ from, to, specifier }, files) {
  if (to.startsWith('test/')) return 'helpers of the tests stay out of the site; move what both need into src';
  if (to.startsWith('src/') && /\.(ts|tsx)$/.test(to) && !files.has(to)) return 'there is no such file; write the path with its ending';
  if (to.startsWith('src/') && !/\.\w+$/.test(to)) return 'write the file with its ending (.ts or .tsx)';
  if (specifier.startsWith('.') && areaOf(from) !== areaOf(to)) return `across folders write #${to}`;
  return undefined;
}

function checkLayer({ from, to }) {
  const [own, other] = [layerOf(from), layerOf(to)];
  return LAYERS[own].includes(other) ? undefined : INSTEAD[own];
}

/** Between features: the contract, the front door, a component on a page, or a shared plain file. */
function checkFeature({ from, to }) {
  if (layerOf(from) !== 'feature' || layerOf(to) !== 'feature') return undefined;
  const [own, other] = [featureOf(from), featureOf(to)];
  if (own === other || to.endsWith('/contract.ts') || SHARED.has(to)) return undefined;
  const door = `src/features/${other}/${other}.ts`;
  const isPicture = /\/(pages|components)\//.test(from);
  if (isPicture) {
    if (to.startsWith(`src/features/${other}/components/`)) return undefined;
    return `a page takes from another feature its contract.ts (types) and its components; take data as props`;
  }
  return to === door ? undefined : `another feature is reached through its contract.ts or its front door ${door}; export it there`;
}

function checkFile(file, text) {
  const problems = [];
  if (/(^|\/)index\.tsx?$/.test(file) || (isBarrel(text) && !isFrontDoor(file)))
    problems.push('is a barrel that only passes on: import from the files themselves');
  if (/^export \* from/m.test(text)) problems.push("passes everything on with 'export *': name what is exported");
  // A child process gets the PATH handed on as it is; that is no setting.
  if (file !== 'src/platform/config.ts' && /process\.env(?!\.PATH\b)/.test(withoutComments(text))) {
    problems.push('reads process.env: add the setting to src/platform/config.ts and take it from there');
  }
  return problems.map((problem) => `${file} ${problem}.`);
}

/** The front door of a large feature may name what others may call, wherever in the feature it is written. */
function isFrontDoor(file) {
  const feature = featureOf(file);
  return file === `src/features/${feature}/${feature}.ts`;
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
  if (file === 'src/urls.ts' || file === 'src/page-paths.ts') return 'urls';
  if (folder === 'features') return 'feature';
  return ['platform', 'ui', 'browser'].includes(folder) ? folder : 'app';
}

export function featureOf(file) {
  return layerOf(file) === 'feature' ? file.split('/')[2] : undefined;
}

/** The folder within which paths are relative: a feature, a layer, or src itself. */
function areaOf(file) {
  return featureOf(file) ?? layerOf(file);
}

function isTest(file) {
  return /\.test\.tsx?$/.test(file);
}
