import { workbookLimits } from '#contract/workbook-limits.ts';
import { NOTHING_MORE, type Sentence, sentence } from '#i18n/sentence.ts';
import { nearestName } from '#spelling/nearest-name.ts';
import type { FormReport } from './form-report.ts';
import { columnOf, type FormNode } from './read-survey.ts';
import { consume } from './read-table.ts';

/** The question of a reference, or the reason why there is none. */
export type Resolved = { node: FormNode; doubt?: Sentence } | { reason: Sentence };

/** Resolves names in the expressions of a question. */
export type Names = {
  resolve(name: string, from: FormNode | undefined): Resolved;
  resolvePath(path: string, from: FormNode | undefined): FormNode | undefined;
};

const VALID = new RegExp(`^[A-Za-z][A-Za-z0-9_]{0,${workbookLimits.fieldName - 1}}$`);

/**
 * Assigns every node the name of its field: its own name if that is valid and unused, else a generated one. Names are
 * unique in a workbook, ignoring letter case. In a form they are unique only in their group, and allow more characters.
 */
export const assignNames = (roots: FormNode[], report: FormReport): Names => {
  const nodes = allNodes(roots);
  const taken = createUsedNames();
  const give = (node: FormNode, name: string) => {
    node.name = name;
    taken.add(name);
  };
  const wanted = new Map(nodes.map((node) => [node, consume(node.row, 'ronda:name') ?? node.written]));
  for (const [node, name] of wanted) {
    if (name !== undefined && VALID.test(name) && taken.isFree(name)) give(node, name);
  }
  for (const node of nodes) {
    if (node.name !== '') continue;
    give(node, generateName(node, wanted.get(node), taken));
    if (node.type.is !== 'lost' && node.otherOf === undefined) reportName(node, wanted.get(node), report);
  }
  return namesOf(roots, nodes);
};

const allNodes = (nodes: readonly FormNode[]): FormNode[] =>
  nodes.flatMap((node) => [node, ...allNodes(node.nodes)]);

/** Names in use, ignoring letter case. */
type UsedNames = {
  isFree(name: string): boolean;
  add(name: string): void;
  /** The first free name with a number behind it. */
  numbered(name: string): string;
};

const createUsedNames = (): UsedNames => {
  const names = new Set<string>();
  // The next number to try. Without it, 20,000 questions with one name would take quadratic time.
  const next = new Map<string, number>();
  const isFree = (name: string) => !names.has(name.toLowerCase());
  return {
    isFree,
    add: (name) => void names.add(name.toLowerCase()),
    numbered: (name) => {
      const stem = name.slice(0, workbookLimits.fieldName - 6);
      let number = next.get(stem.toLowerCase()) ?? 2;
      while (!isFree(`${stem}_${number}`)) number++;
      next.set(stem.toLowerCase(), number + 1);
      return `${stem}_${number}`;
    },
  };
};

/** A valid name from an invalid one. A duplicate gets the name of its group as a prefix, or else a number. */
const generateName = (node: FormNode, wanted: string | undefined, taken: UsedNames): string => {
  const base = validName(wanted ?? '') || `${kindOf(node)}_${node.row.number}`;
  const grouped = validName(`${node.parent?.written ?? ''}_${base}`);
  return [base, grouped].find(taken.isFree) ?? taken.numbered(base);
};

const kindOf = ({ type }: FormNode): string => {
  if (type.is === 'begin') return type.container;
  return type.is === 'question' ? type.type : type.is;
};

/** `1-größe.m²` → `q1_grosse_m2`, as near as letters and digits come; empty when nothing is left. */
const validName = (text: string): string =>
  text
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    // A name does not begin with a digit.
    .replace(/^(?=\d)/, 'q')
    .slice(0, workbookLimits.fieldName);

const reportName = (node: FormNode, wanted: string | undefined, report: FormReport): void => {
  const { row, name } = node;
  const place = { sheet: row.sheet, row: row.number, column: columnOf(row, 'name') };
  if (wanted === undefined)
    report.add(place, 'name-generated', sentence`The row has no name; the field is named ${name}.`);
  else {
    const message = VALID.test(wanted)
      ? sentence`“${wanted}” is renamed to ${name}: names must be unique in the workbook and are not case-sensitive.`
      : sentence`“${wanted}” is renamed to ${name}: a name must start with a letter and contain only letters, digits and underscores.`;
    report.add(place, 'renamed', message);
  }
};

/** Maximum number of rows in a message about an ambiguous name. */
const ROWS_SHOWN = 10;

/** Maximum number of searches for a similar name: each takes up to 20 ms. */
const HINTS = 20;

const namesOf = (roots: FormNode[], nodes: FormNode[]): Names => {
  const byName = Map.groupBy(nodes, ({ written }) => written);
  const found = new Map<FormNode, Map<string, FormNode[]>>();
  /** Questions with a name within a group, cached for the other questions of the group. */
  const within = (scope: FormNode, name: string, suitable: readonly FormNode[]): FormNode[] => {
    const ofScope = found.get(scope) ?? new Map<string, FormNode[]>();
    found.set(scope, ofScope);
    const known = ofScope.get(name) ?? suitable.filter((node) => isWithin(node, scope));
    ofScope.set(name, known);
    return known;
  };
  let hints = 0;
  const hintFor = (name: string): Sentence => {
    if (++hints > HINTS) return NOTHING_MORE;
    const names = nodes.flatMap(({ written }) => written ?? []);
    const nearest = nearestName(name, names);
    return nearest === undefined ? NOTHING_MORE : sentence` Did you mean ${nearest}?`;
  };
  return {
    resolve: (given, from) => {
      const name = given.trim();
      const suitable = byName.get(name) ?? [];
      const [only] = suitable;
      if (only === undefined)
        return { reason: sentence`there is no question with this name.${hintFor(name)}` };
      for (let scope = from?.parent; suitable.length > 1 && scope !== undefined; scope = scope.parent) {
        const inside = within(scope, name, suitable);
        if (inside.length === 1) return { node: inside[0]! };
      }
      if (suitable.length === 1) return { node: only };
      const rows = suitable.slice(0, ROWS_SHOWN).map(({ row }) => row.number);
      const more =
        suitable.length > ROWS_SHOWN ? sentence` and ${suitable.length - ROWS_SHOWN} more` : NOTHING_MORE;
      return {
        node: only,
        doubt: sentence`rows ${rows.join(', ')}${more} have this name; the first one is used.`,
      };
    },
    resolvePath: (path, from) => followPath(path, from, roots, nodes),
  };
};

const isWithin = (node: FormNode, scope: FormNode): boolean => {
  for (let around = node.parent; around !== undefined; around = around.parent)
    if (around === scope) return true;
  return false;
};

/** Resolves an XPath path. An absolute path starts with a root of any name, a relative one at the question. */
const followPath = (
  path: string,
  from: FormNode | undefined,
  roots: FormNode[],
  nodes: FormNode[],
): FormNode | undefined => {
  const steps = path.replace(/^current\(\)\//, './').split('/');
  if (path.startsWith('//')) {
    const suitable = nodes.filter(({ written }) => written === steps.at(-1));
    return suitable.length === 1 && steps.length === 3 ? suitable[0] : undefined;
  }
  let here: FormNode | undefined = path.startsWith('/') ? undefined : from;
  let isRoot = false;
  for (const step of path.startsWith('/') ? steps.slice(2) : steps) {
    if (step === '.') continue;
    if (step === '..') {
      if (isRoot || here === undefined) return undefined;
      isRoot = here.parent === undefined;
      here = here.parent;
      continue;
    }
    const next = (here?.nodes ?? roots).filter(({ written }) => written === step);
    if (next.length !== 1) return undefined;
    here = next[0];
    isRoot = false;
  }
  return here;
};
