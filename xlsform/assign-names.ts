import { workbookLimits } from '#contract/workbook-limits.ts';
import { didYouMean } from '#i18n/did-you-mean.ts';
import { EMPTY_MESSAGE, type Message, msg } from '#i18n/message.ts';
import { findNearestName } from '#spelling/nearest-name.ts';
import type { FormReport } from './form-report.ts';
import type { FormNode } from './read-survey.ts';
import { consume, createCellLocation } from './read-table.ts';

/** The question that a reference resolves to, or the reason there is none. */
export type Resolution = { node: FormNode; warning?: Message } | { reason: Message };

export type NameResolver = {
  resolve(name: string, contextNode: FormNode | undefined): Resolution;
  resolvePath(path: string, contextNode: FormNode | undefined): FormNode | undefined;
};

const VALID_NAME_PATTERN = new RegExp(`^[A-Za-z][A-Za-z0-9_]{0,${workbookLimits.fieldName - 1}}$`);

/** Workbook names are unique, ignoring case. Form names are unique only within a group. */
export const assignNames = (roots: FormNode[], report: FormReport): NameResolver => {
  const nodes = listNodes(roots);
  const usedNames = createUsedNames();
  const assign = (node: FormNode, name: string) => {
    node.name = name;
    usedNames.add(name);
  };
  const requestedNames = new Map(
    nodes.map((node) => [node, consume(node.row, 'ronda:name') ?? node.formName]),
  );
  for (const [node, name] of requestedNames) {
    if (name !== undefined && VALID_NAME_PATTERN.test(name) && usedNames.isFree(name)) assign(node, name);
  }
  for (const node of nodes) {
    if (node.name !== '') continue;
    assign(node, generateName(node, requestedNames.get(node), usedNames));
    if (node.type.kind !== 'unsupported' && node.orOtherSelect === undefined)
      reportName(node, requestedNames.get(node), report);
  }
  return createNameResolver(roots, nodes);
};

const listNodes = (nodes: readonly FormNode[]): FormNode[] =>
  nodes.flatMap((node) => [node, ...listNodes(node.children)]);

/** Names are not case-sensitive. */
type UsedNames = {
  isFree(name: string): boolean;
  add(name: string): void;
  /** Returns the first unused name formed by appending a number. */
  addNumber(name: string): string;
};

const createUsedNames = (): UsedNames => {
  const names = new Set<string>();
  // The next number to try. Without it, 20,000 questions with the same name would take quadratic time.
  const nextNumbers = new Map<string, number>();
  const isFree = (name: string) => !names.has(name.toLowerCase());
  return {
    isFree,
    add: (name) => void names.add(name.toLowerCase()),
    addNumber: (name) => {
      const stem = name.slice(0, workbookLimits.fieldName - 6);
      let number = nextNumbers.get(stem.toLowerCase()) ?? 2;
      while (!isFree(`${stem}_${number}`)) number++;
      nextNumbers.set(stem.toLowerCase(), number + 1);
      return `${stem}_${number}`;
    },
  };
};

/** Generates a valid name. If it is not unique, adds the group's name as a prefix or, failing that, a number. */
const generateName = (node: FormNode, requestedName: string | undefined, usedNames: UsedNames): string => {
  const baseName = toValidName(requestedName ?? '') || `${getTypeName(node)}_${node.row.number}`;
  const nameWithGroup = toValidName(`${node.parent?.formName ?? ''}_${baseName}`);
  return [baseName, nameWithGroup].find(usedNames.isFree) ?? usedNames.addNumber(baseName);
};

const getTypeName = ({ type }: FormNode): string => {
  if (type.kind === 'begin') return type.container;
  return type.kind === 'question' ? type.type : type.kind;
};

/** Converts text to a valid name, such as `1-größe.m²` to `q1_grosse_m2`. The result can be an empty string. */
const toValidName = (text: string): string =>
  text
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    // A name cannot start with a digit.
    .replace(/^(?=\d)/, 'q')
    .slice(0, workbookLimits.fieldName);

const reportName = (node: FormNode, requestedName: string | undefined, report: FormReport): void => {
  const { row, name } = node;
  const location = createCellLocation(row, 'name');
  if (requestedName === undefined)
    report.add(location, 'name-generated', msg`The row has no name; the field is named ${name}.`);
  else {
    const message = VALID_NAME_PATTERN.test(requestedName)
      ? msg`“${requestedName}” is renamed to ${name}: names must be unique in the workbook and are not case-sensitive.`
      : msg`“${requestedName}” is renamed to ${name}: a name must start with a letter and contain only letters, digits and underscores.`;
    report.add(location, 'renamed', message);
  }
};

const MAX_LISTED_ROWS = 10;

/** Searching for a similar name takes up to 20 ms. */
const MAX_HINTS = 20;

const createNameResolver = (roots: FormNode[], nodes: FormNode[]): NameResolver => {
  const nodesByName = Map.groupBy(nodes, ({ formName }) => formName);
  const matchesByGroup = new Map<FormNode, Map<string, FormNode[]>>();
  /** Caches the questions for other references from the same group. */
  const findInGroup = (group: FormNode, name: string, candidates: readonly FormNode[]): FormNode[] => {
    const matchesByName = matchesByGroup.get(group) ?? new Map<string, FormNode[]>();
    matchesByGroup.set(group, matchesByName);
    const matches = matchesByName.get(name) ?? candidates.filter((node) => isInGroup(node, group));
    matchesByName.set(name, matches);
    return matches;
  };
  let hints = 0;
  const findHint = (name: string): Message => {
    if (++hints > MAX_HINTS) return EMPTY_MESSAGE;
    const names = nodes.flatMap(({ formName }) => formName ?? []);
    return didYouMean(findNearestName(name, names));
  };
  return {
    resolve: (reference, contextNode) => {
      const name = reference.trim();
      const candidates = nodesByName.get(name) ?? [];
      const [first] = candidates;
      if (first === undefined) return { reason: msg`there is no question with this name.${findHint(name)}` };
      for (
        let group = contextNode?.parent;
        candidates.length > 1 && group !== undefined;
        group = group.parent
      ) {
        const matches = findInGroup(group, name, candidates);
        if (matches.length === 1) return { node: matches[0]! };
      }
      if (candidates.length === 1) return { node: first };
      const rows = candidates.slice(0, MAX_LISTED_ROWS).map(({ row }) => row.number);
      const omitted = candidates.length - MAX_LISTED_ROWS;
      const more = omitted > 0 ? msg` and ${omitted} more` : EMPTY_MESSAGE;
      const warning = msg`rows ${rows.join(', ')}${more} have this name; the first one is used.`;
      return { node: first, warning };
    },
    resolvePath: (path, contextNode) => followPath(path, contextNode, roots, nodes),
  };
};

const isInGroup = (node: FormNode, group: FormNode): boolean => {
  for (let ancestor = node.parent; ancestor !== undefined; ancestor = ancestor.parent)
    if (ancestor === group) return true;
  return false;
};

/** An absolute path starts with a root element, which may have any name. */
const followPath = (
  path: string,
  contextNode: FormNode | undefined,
  roots: FormNode[],
  nodes: FormNode[],
): FormNode | undefined => {
  const steps = path.replace(/^current\(\)\//, './').split('/');
  if (path.startsWith('//')) {
    const matches = nodes.filter(({ formName }) => formName === steps.at(-1));
    return matches.length === 1 && steps.length === 3 ? matches[0] : undefined;
  }
  let current: FormNode | undefined = path.startsWith('/') ? undefined : contextNode;
  let isRoot = false;
  for (const step of path.startsWith('/') ? steps.slice(2) : steps) {
    if (step === '.') continue;
    if (step === '..') {
      if (isRoot || current === undefined) return undefined;
      isRoot = current.parent === undefined;
      current = current.parent;
      continue;
    }
    const next = (current?.children ?? roots).filter(({ formName }) => formName === step);
    if (next.length !== 1) return undefined;
    current = next[0];
    isRoot = false;
  }
  return current;
};
