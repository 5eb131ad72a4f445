import { execFileSync } from 'node:child_process';
import { root } from '../lib/project.mjs';

/** The file whose first commit begins the checked part of the history: this one. */
const FIRST_FILE = 'scripts/check/commits.mjs';
const MAX_SUBJECT = 72;
/** Verbs whose base form ends like another form. */
const BASE_FORMS = new Set(['bring', 'embed', 'exceed', 'feed', 'need', 'ping', 'proceed', 'seed', 'shed', 'speed', 'spring', 'string']);

/** One line for each commit that breaks the rules; undefined where there is no git or no history. */
export function checkCommits() {
  const commits = listCommits();
  return commits && findCommitProblems(commits);
}

/** Checks subjects and linearity. `commits`: objects of `hash`, `parents` (a list of hashes) and `subject`. */
export function findCommitProblems(commits) {
  return commits.flatMap(({ hash, parents, subject }) => {
    const problem = parents.length > 1 ? 'is a merge commit: rebase instead' : findSubjectProblem(subject);
    return problem === undefined ? [] : [`${hash.slice(0, 8)} “${subject}” ${problem}.`];
  });
}

function findSubjectProblem(subject) {
  const [first = ''] = subject.split(' ');
  if (subject.length > MAX_SUBJECT) return `has ${subject.length} characters: at most ${MAX_SUBJECT}`;
  if (!/^\p{Lu}/u.test(first)) return 'does not begin with a capital letter';
  if (/[.!?]$/.test(subject)) return 'ends with a punctuation mark';
  if (/(?:ed|ing)$/.test(first) && !BASE_FORMS.has(first.toLowerCase()))
    return 'does not begin with a verb in the imperative, such as “Add”';
  return undefined;
}

/** Commits after the first one that has this check. A shallow clone lists those that it holds. */
function listCommits() {
  try {
    const added = git('log', '--diff-filter=A', '--format=%H', '--', FIRST_FILE).trim().split('\n').at(-1);
    // Not committed yet: no commit is checked.
    if (!added) return [];
    const lines = git('log', '--format=%H%x09%P%x09%s', `${added}..HEAD`).split('\n').filter(Boolean);
    return lines.map((line) => {
      const [hash = '', parents = '', ...subject] = line.split('\t');
      return { hash, parents: parents.split(' ').filter(Boolean), subject: subject.join('\t') };
    });
  } catch {
    return undefined;
  }
}

function git(...args) {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 100_000_000 });
}
