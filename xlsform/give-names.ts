import { workbookLimits } from '#contract/workbook-limits.ts';
import { NOTHING_MORE, type Sentence, sentence } from '#sentences/sentence.ts';
import { nearestName } from '#spelling/nearest-name.ts';
import type { FormReport } from './form-report.ts';
import { columnOf, type FormNode } from './read-survey.ts';
import { take } from './read-table.ts';

/** What a reference leads to, or why it leads nowhere. */
export type Resolved = { node: FormNode; doubt?: Sentence } | { why: Sentence };

/** Who is meant by a name, seen from a question of the form. */
export type Names = {
  resolve(name: string, from: FormNode | undefined): Resolved;
  resolvePath(path: string, from: FormNode | undefined): FormNode | undefined;
};

const VALID = new RegExp(`^[A-Za-z][A-Za-z0-9_]{0,${workbookLimits.fieldName - 1}}$`);

/**
 * Gives every node the name of its field: its own where that is valid and nobody has it before, else one made of it. A
 * name is unique in a workbook, letter case ignored; in a form only within its group, and it may hold other characters.
 */
export const giveNames = (roots: FormNode[], report: FormReport): Names => {
  const nodes = allNodes(roots);
  const taken = createTaken();
  const give = (node: FormNode, name: string) => {
    node.name = name;
    taken.add(name);
  };
  const wanted = new Map(nodes.map((node) => [node, take(node.row, 'ronda:name') ?? node.written]));
  for (const [node, name] of wanted) {
    if (name !== undefined && VALID.test(name) && taken.isFree(name)) give(node, name);
  }
  for (const node of nodes) {
    if (node.name !== '') continue;
    give(node, madeName(node, wanted.get(node), taken));
    if (node.type.is !== 'lost' && node.otherOf === undefined) tellName(node, wanted.get(node), report);
  }
  return namesOf(roots, nodes);
};

const allNodes = (nodes: readonly FormNode[]): FormNode[] =>
  nodes.flatMap((node) => [node, ...allNodes(node.nodes)]);

/** The names that somebody has, letter case ignored. */
type Taken = {
  isFree(name: string): boolean;
  add(name: string): void;
  /** The first free name with a number behind it. */
  numbered(name: string): string;
};

const createTaken = (): Taken => {
  const names = new Set<string>();
  // Where the search for a number goes on: of 20,000 questions of one name, each would try those of all before it.
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

/** Of a name that cannot stay, what is left of it; of a second one the group's name before it, then a number behind. */
const madeName = (node: FormNode, wanted: string | undefined, taken: Taken): string => {
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

const tellName = (node: FormNode, wanted: string | undefined, report: FormReport): void => {
  const { row, name } = node;
  const place = { sheet: row.sheet, row: row.number, column: columnOf(row, 'name') };
  if (wanted === undefined)
    report.tell(place, 'name-made', sentence`The row has no name; it is called ${name}.`);
  else {
    const message = VALID.test(wanted)
      ? sentence`“${wanted}” is called ${name} here, for a name is unique in the whole workbook, letter case ignored.`
      : sentence`“${wanted}” is called ${name} here, for a name is a letter and then letters, digits and underscores.`;
    report.tell(place, 'renamed', message);
  }
};

/** Of questions of one name. */
const ROWS_SHOWN = 10;

/** Names for which a similar one is looked for: each takes up to 20 ms. */
const HINTS = 20;

const namesOf = (roots: FormNode[], nodes: FormNode[]): Names => {
  const byName = Map.groupBy(nodes, ({ written }) => written);
  const found = new Map<FormNode, Map<string, FormNode[]>>();
  /** Those of a name within a group; many questions of one group may ask. */
  const within = (scope: FormNode, name: string, meant: readonly FormNode[]): FormNode[] => {
    const ofScope = found.get(scope) ?? new Map<string, FormNode[]>();
    found.set(scope, ofScope);
    const known = ofScope.get(name) ?? meant.filter((node) => isWithin(node, scope));
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
      const meant = byName.get(name) ?? [];
      const [only] = meant;
      if (only === undefined) return { why: sentence`there is no question of that name.${hintFor(name)}` };
      for (let scope = from?.parent; meant.length > 1 && scope !== undefined; scope = scope.parent) {
        const inside = within(scope, name, meant);
        if (inside.length === 1) return { node: inside[0]! };
      }
      if (meant.length === 1) return { node: only };
      const rows = meant.slice(0, ROWS_SHOWN).map(({ row }) => row.number);
      const more =
        meant.length > ROWS_SHOWN ? sentence` and ${meant.length - ROWS_SHOWN} more` : NOTHING_MORE;
      return {
        node: only,
        doubt: sentence`rows ${rows.join(', ')}${more} have that name; the first is taken.`,
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

/** A path of XPath as a node: absolute ones begin with a root of any name, relative ones at the question. */
const followPath = (
  path: string,
  from: FormNode | undefined,
  roots: FormNode[],
  nodes: FormNode[],
): FormNode | undefined => {
  const steps = path.replace(/^current\(\)\//, './').split('/');
  if (path.startsWith('//')) {
    const meant = nodes.filter(({ written }) => written === steps.at(-1));
    return meant.length === 1 && steps.length === 3 ? meant[0] : undefined;
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
