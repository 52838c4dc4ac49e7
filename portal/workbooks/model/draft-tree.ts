import type { Field } from '#contract/workbook-definition.ts';
import { workbookLimits } from '#contract/workbook-limits.ts';

/** What is said of a field but for the fields inside it. A draft may be unfinished, so any of it may be missing. */
export type Members = Readonly<Partial<Omit<Field, 'fields'>>>;

/** A field while it is designed. Its key stays through every change; whatever did not change stays the same object. */
export type FieldNode = {
  readonly key: number;
  readonly members: Members;
  readonly children: readonly FieldNode[];
};

/** The fields of a draft. Keys count up, so no chance is needed for them. */
export type DraftTree = { readonly nodes: readonly FieldNode[]; readonly nextKey: number };

/** Where a field may stand: in a container, or at the top (null), before how many others. */
export type Place = { container: number | null; position: number };

/** A field with what is around it, the outermost container first. */
export type Found = { node: FieldNode; position: number; around: readonly FieldNode[] };

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Makes a tree of the fields of a draft, whatever they are. */
export const plantFields = (fields: readonly unknown[], nextKey = 1): DraftTree => {
  let next = nextKey;
  const plant = (given: unknown): FieldNode => {
    const { fields: inside, ...members } = isObject(given) ? given : { value: given };
    const key = next++;
    // What stands for fields and is no list is kept as it is, and told by the server.
    if (inside !== undefined && !Array.isArray(inside))
      return { key, members: { ...members, fields: inside } as Members, children: [] };
    return { key, members, children: (inside ?? []).map(plant) };
  };
  const nodes = fields.map(plant);
  return { nodes, nextKey: next };
};

/** The fields of a tree as they are kept. A container without any has no list of them. */
export const harvestFields = (nodes: readonly FieldNode[]): Field[] =>
  nodes.map(
    ({ members, children }) =>
      ({ ...members, ...(children.length > 0 && { fields: harvestFields(children) }) }) as Field,
  );

export const isContainer = ({ members: { type } }: FieldNode): boolean =>
  type === 'section' || type === 'repeat';

export const nameOf = ({ members: { name } }: FieldNode): string => (typeof name === 'string' ? name : '');

/** Every field, a container before what is in it, with the number of containers around it. */
export const walkNodes = function* (
  nodes: readonly FieldNode[],
  depth = 0,
): Generator<{ node: FieldNode; depth: number }> {
  for (const node of nodes) {
    yield { node, depth };
    yield* walkNodes(node.children, depth + 1);
  }
};

export const findNode = (
  nodes: readonly FieldNode[],
  key: number,
  around: readonly FieldNode[] = [],
): Found | undefined => {
  for (const [position, node] of nodes.entries()) {
    if (node.key === key) return { node, position, around };
    const inside = findNode(node.children, key, [...around, node]);
    if (inside) return inside;
  }
  return undefined;
};

/** The names of all fields, in lower case: letter case does not tell names apart. */
export const takenNames = (nodes: readonly FieldNode[], but?: number): Set<string> => {
  const names = new Set<string>();
  for (const { node } of walkNodes(nodes)) if (node.key !== but) names.add(nameOf(node).toLowerCase());
  return names;
};

/** Levels of containers that a field brings along. */
const heightOf = (node: FieldNode): number =>
  isContainer(node) ? 1 + Math.max(0, ...node.children.map(heightOf)) : 0;

/** Whether a field may stand at a place: in a container, not inside itself, not too deep. */
export const mayStandAt = (tree: DraftTree, node: FieldNode, { container }: Place): boolean => {
  if (container === null) return heightOf(node) <= workbookLimits.nesting;
  const found = findNode(tree.nodes, container);
  if (!found || !isContainer(found.node)) return false;
  const around = [...found.around, found.node];
  return (
    !around.some(({ key }) => key === node.key) && around.length + heightOf(node) <= workbookLimits.nesting
  );
};
