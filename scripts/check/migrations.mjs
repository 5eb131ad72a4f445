/**
 * Finds statements in migrations that break the previous version while it still runs on the same database (docs/developers/migrations.md).
 */

/** The last migration before this rule. */
const BASELINE = '0091';
const CONTRACT = /^-- contract: unused since (\d+\.\d+\.\d+)$/m;

/** What old code can still name or leave out, by the statement that takes it away. */
const BREAKING = [
  [/\bdrop\s+(?:table|view|materialized\s+view|sequence|type|domain|schema)\b/, 'drops what the previous version may use'],
  [/\bdrop\s+(?:function|procedure|routine|aggregate)\s+(?:if\s+exists\s+)?(\w+)/, 'drops a function that the previous version may call'],
  [/\balter\s+table\b[^;]*\bdrop\s+(?:column\b|(?!constraint\b|not\b|default\b|expression\b|identity\b)\w+)/, 'drops a column'],
  [/\balter\s+(?:table|view|sequence|type|function|procedure|routine)\b[^;]*\brename\s+(?!constraint\b)/, 'renames'],
  [/\balter\s+table\b[^;]*\bset\s+schema\b/, 'moves a table'],
  [/\balter\s+table\b[^;]*\balter\s+(?:column\s+)?\w+\s+(?:set\s+data\s+)?type\b/, 'changes the type of a column'],
  [/\balter\s+table\b[^;]*\balter\s+(?:column\s+)?\w+\s+set\s+not\s+null\b/, 'makes a column required'],
  [/\balter\s+table\b[^;]*\balter\s+(?:column\s+)?\w+\s+drop\s+default\b/, 'drops a default'],
];

/**
 * Returns a sentence for each problem. `files`: a map from path to text of all migrations. `released`: versions that were released. A
 * contract migration may take away what the named version and all later ones no longer use, so that version must have been released.
 */
export function checkMigrations(files, released) {
  return [...files].flatMap(([file, text]) => {
    if (file.slice(file.lastIndexOf('/') + 1, file.lastIndexOf('/') + 5) <= BASELINE) return [];
    const [, version] = CONTRACT.exec(text) ?? [];
    if (version !== undefined)
      return released.includes(version)
        ? []
        : [`${file}: version ${version} was not released, so the previous version still runs without it.`];
    const advice = 'Do it in the release after the next, with a line “-- contract: unused since VERSION” (docs/developers/migrations.md).';
    return findBreaking(text).map((problem) => `${file}: ${problem}. ${advice}`);
  });
}

/** Returns the released versions that a changelog lists. */
export function listReleased(changelog) {
  return [...changelog.matchAll(/^## \[(\d+\.\d+\.\d+)\] - \d/gm)].map(([, version]) => version);
}

function findBreaking(text) {
  const sql = readStatements(text);
  const own = new Set([...sql.matchAll(/\bcreate\s+(?:or\s+replace\s+)?(?:function|procedure)\s+(\w+)/g)].map(([, name]) => name));
  return sql.split(';').flatMap((statement) => {
    const shown = statement.trim().replace(/\s+/g, ' ').slice(0, 80);
    const found = BREAKING.filter(([pattern]) => {
      const match = pattern.exec(statement);
      return match !== null && !own.has(match[1]);
    }).map(([, problem]) => problem);
    if (addsRequiredColumn(statement)) found.push('adds a required column without a default, which the previous version does not fill');
    return found.map((problem) => `“${shown}” ${problem}`);
  });
}

/** Constraints and clauses are separated by commas outside parentheses. */
function addsRequiredColumn(statement) {
  if (!/\balter\s+table\b/.test(statement)) return false;
  const flat = withoutParentheses(statement);
  return flat.split(',').some((clause) => {
    const isColumn = /\badd\s+(?:column\b|(?!constraint\b|check\b|unique\b|primary\b|foreign\b|exclude\b)\w+\s)/.test(clause);
    return isColumn && /\b(?:not\s+null|primary\s+key)\b/.test(clause) && !/\b(?:default|generated)\b/.test(clause);
  });
}

function withoutParentheses(text) {
  let flat = text;
  for (let former = ''; flat !== former; ) {
    former = flat;
    flat = flat.replace(/\([^()]*\)/g, ' ');
  }
  return flat;
}

/** Removes comments, texts and the bodies of functions, which run later; the bodies of `do` run now. */
function readStatements(text) {
  return text
    .replace(/--[^\n]*/g, '')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/(\bdo\s+)?\$(\w*)\$([\s\S]*?)\$\2\$/gi, (_, isDo, _tag, body) => (isDo === undefined ? ' body ' : ` ; ${body} ; `))
    .replace(/'(?:[^']|'')*'/g, "''")
    .toLowerCase();
}
