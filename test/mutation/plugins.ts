import { hash } from 'node:crypto';
import path from 'node:path';

/** Plugins of Stryker: which mutants it leaves out. */

type Position = { line: number; column: number };
type Mutant = { id: string; fileName: string; mutatorName: string; replacement?: string; location: { start: Position; end: Position } };

/** Returns whether a mutant is in the random sample, which is the same in every run with the same percentage and seed. */
function isSampled({ fileName, mutatorName, replacement, location }: Mutant): boolean {
  const { MUTATION_SAMPLE, MUTATION_SEED } = process.env;
  const name = [MUTATION_SEED, path.relative('.', fileName), mutatorName, replacement, location.start.line, location.start.column].join();
  return Number.parseInt(hash('sha256', name).slice(0, 8), 16) / 2 ** 32 < Number(MUTATION_SAMPLE) / 100;
}

/** A checker usually finds mutants that do not compile; this one rejects what is not in the sample. */
const sample = {
  async init() {},
  async group(mutants: Mutant[]) {
    return [mutants.map(({ id }) => id)];
  },
  async check(mutants: Mutant[]) {
    const results = mutants.map((mutant) => [
      mutant.id,
      isSampled(mutant) ? { status: 'passed' } : { status: 'compileError', reason: 'Not in the sample' },
    ]);
    return Object.fromEntries(results);
  },
};

type Node = {
  type: string;
  value?: unknown;
  quasis?: { value: { raw: string } }[];
  callee?: { property?: { name?: string }; object?: { name?: string; property?: { name?: string } } };
};

/**
 * Leaves out log calls, and sentences for people: error messages, labels, help. A test that repeats their words detects a change, but no
 * mistake. SQL, codes, addresses and headers are mutated.
 */
const texts = {
  shouldIgnore({ node }: { node: Node }) {
    if (node.type === 'CallExpression' && isLog(node)) return 'Log call';
    if (node.type === 'StringLiteral' && isSentence(String(node.value))) return 'Sentence';
    if (node.type === 'TemplateLiteral' && isSentence(node.quasis?.map(({ value }) => value.raw).join('x') ?? '')) return 'Sentence';
    return undefined;
  },
};

function isLog({ callee }: Node): boolean {
  const { property, object } = callee ?? {};
  return /^(debug|info|warn|error|fatal)$/.test(property?.name ?? '') && (object?.name === 'log' || object?.property?.name === 'log');
}

function isSentence(text: string): boolean {
  return /^[A-Z“][^<]*\s/.test(text);
}

export const strykerPlugins = [
  { kind: 'Checker', name: 'sample', factory: () => sample },
  { kind: 'Ignore', name: 'texts', value: texts },
];
