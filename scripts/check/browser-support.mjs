import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { OLDEST_BROWSERS } from '../../vite/oldest-browsers.ts';
import { ensureBuilt } from '../lib/built.mjs';
import { readFiles } from './source-files.mjs';

/** Allowed features by their name in browser-compat-data, each with the reason why the use is safe. */
const ALLOWED = new Map([
  ['AbortSignal.timeout', 'Chrome supports it since 103; before 124 it aborts with another error name, which nothing reads'],
  ['CSS.highlights', 'highlight.ts renders an overlay where it is missing'],
  ['Highlight', 'see CSS.highlights'],
  ['Document.caretPositionFromPoint', 'ProseMirror falls back to caretRangeFromPoint'],
  ['Document.caretRangeFromPoint', 'ProseMirror uses it only where it exists'],
  ['Element.touchend', 'browsers without touch have no touch events'],
  ['Element.touchstart', 'see Element.touchend'],
  ['HTMLButtonElement.command', 'same name as a method of the editor'],
  ['Iterator.take', 'same name as a method of the editor'],
  ['ViewTransition.skipTransition', 'React calls it only in view transitions, which no page uses'],
  ['Navigator.login', 'same name as urls.login'],
  ['Navigator.share', 'the Share button is shown only where it exists'],
  ['PublicKeyCredential.parseCreationOptionsFromJSON', 'added-passkey.ts decodes the options where it is missing'],
  ['PublicKeyCredential.parseRequestOptionsFromJSON', 'passkeys.ts decodes the options where it is missing'],
  ['Selection.getComposedRanges', 'ProseMirror uses it only where it exists'],
  ['StorageManager.estimate', 'keep-tale.ts calls it with ?.'],
  ['URL.canParse', 'Zod uses it only where it exists'],
  ['Document.scrollend', 'start-pages.ts waits for scroll events to stop where it is missing'],
  ['Element.scrollend', 'see Document.scrollend'],
  ['VisualViewport.scrollend', 'see Document.scrollend'],
]);

/** Interfaces whose methods are recognised by name alone; names of others, such as GPUBuffer.destroy, are too common. */
const INTERFACES =
  /^(AbortSignal|Array|Blob|Clipboard|Document|Element|FormData|HTML\w*Element|IntersectionObserver|Iterator|Map|Navigator|Node|Object|Promise|Response|Request|Selection|Set|StorageManager|String|URL|URLSearchParams|ViewTransition|Window)$/;

/** Returns a sentence for each feature that a built file uses and one of the oldest supported browsers lacks (MDN browser-compat-data). */
export async function checkBrowserSupport() {
  await ensureBuilt();
  const found = findUnsupported(readFiles(['dist/client'], ['.js', '.css']));
  const unused = [...ALLOWED.keys()].filter((feature) => !found.some((each) => each.feature === feature));
  return [
    ...found
      .filter(({ feature }) => !ALLOWED.has(feature))
      .map(({ feature, browsers, file }) => `${file} uses ${feature}, not in ${browsers}`),
    ...unused.map((feature) => `${feature} is allowed in scripts/check/browser-support.mjs but not used: remove it.`),
  ];
}

/** Listed once, as that takes a third of a second. */
let missingFeatures;

/**
 * Returns the features that the files use and one of the oldest supported browsers lacks. `files`: a map from path to text, minified or
 * not.
 */
export function findUnsupported(files) {
  missingFeatures ??= listMissingFeatures();
  const found = [];
  for (const [file, text] of files) {
    for (const { feature, pattern, browsers, isStyle } of missingFeatures)
      if (file.endsWith('.css') === isStyle && pattern.test(text)) found.push({ feature, browsers, file });
  }
  return found;
}

/** Returns features that one of the oldest supported browsers lacks, with a pattern that finds their use. */
function listMissingFeatures() {
  const { api, javascript, css } = JSON.parse(readFileSync(createRequire(import.meta.url).resolve('@mdn/browser-compat-data'), 'utf8'));
  const all = [...listFeatures(api), ...listFeatures(javascript.builtins)];
  const isEvent = ({ kind }) => kind === 'event';
  const supported = all.filter(({ missing }) => missing.length === 0);
  const supportedNames = new Set(supported.filter((each) => !isEvent(each)).map(({ name }) => name));
  const supportedEvents = new Set(supported.filter(isEvent).map(({ name }) => name));
  const scripts = all.flatMap(({ owner, name, kind, missing }) => {
    const feature = owner === '' ? name : `${owner}.${name}`;
    const pattern = patternOf({ owner, name, kind }, kind === 'event' ? supportedEvents : supportedNames);
    return missing.length === 0 || pattern === undefined ? [] : [{ feature, pattern, missing, isStyle: false }];
  });
  const selectors = listFeatures(css.selectors)
    .filter(({ owner, missing }) => owner === '' && missing.length > 0)
    .map(({ name, missing }) => ({
      feature: `:${name}`,
      pattern: new RegExp(`[\\w\\])*]:${name}(?![\\w-])(?=[^{};]*\\{)`),
      missing,
      isStyle: true,
    }));
  return [...scripts, ...selectors].map(({ missing, ...rest }) => ({ ...rest, browsers: missing.join(' and ') }));
}

function listFeatures(node, owner = '') {
  return Object.entries(node).flatMap(([key, value]) => {
    if (key === '__compat' || value.__compat === undefined) return [];
    const [, name = key, suffix] = /^(.*?)(?:_(static|event))?$/.exec(key) ?? [];
    // A constructor is listed below its interface under the same name.
    if (name === owner) return [];
    const kind = suffix ?? (owner === '' ? 'interface' : 'member');
    return [{ owner, name, kind, missing: listMissing(value.__compat) }, ...listFeatures(value, owner === '' ? name : `${owner}.${name}`)];
  });
}

function listMissing({ support }) {
  return Object.entries(OLDEST_BROWSERS)
    .filter(([browser, oldest]) => {
      const versions = [support[browser]]
        .flat()
        .filter((each) => each && !each.prefix && !each.alternative_name && !each.flags && !each.version_removed);
      return !versions.some(({ version_added: added }) => typeof added === 'string' && Number.parseFloat(added.replace('≤', '')) <= oldest);
    })
    .map(([browser]) => `${browser} ${OLDEST_BROWSERS[browser]}`);
}

/** Returns a pattern for the use of a feature; undefined when the name alone is ambiguous. */
function patternOf({ owner, name, kind }, supportedNames) {
  const word = name.replaceAll('$', '\\$');
  if (!/^\w+$/.test(name)) return undefined;
  if (kind === 'event') return supportedNames.has(name) ? undefined : new RegExp(`addEventListener\\(["'\`]${word}["'\`]`);
  if (kind === 'static' || (kind === 'member' && /^[A-Z]/.test(name))) return new RegExp(`(?<![\\w$])${owner}\\.${word}\\b`);
  if (supportedNames.has(name))
    return owner === 'URL' || owner === 'Map' || owner === 'Object' ? new RegExp(`(?<![\\w$.])${owner}\\.${word}\\(`) : undefined;
  if (kind === 'interface') return /^[A-Z]/.test(name) ? new RegExp(`\\bnew ${word}\\b`) : new RegExp(`(?<![\\w$.])${word}\\(`);
  // Not after two dots, which spread the result of a function: `...ml()`.
  return INTERFACES.test(owner) ? new RegExp(`(?<!\\.\\.)\\.${word}(\\?\\.)?\\(`) : undefined;
}
