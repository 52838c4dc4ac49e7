import type { Field } from '#contract/workbook-definition.ts';
import { workbookLimits } from '#contract/workbook-limits.ts';

/** The members of a field, without its inner fields. All are optional, because a draft can be incomplete. */
export type Members = Readonly<Partial<Omit<Field, 'fields'>>>;

/** A change of members; undefined removes a member. */
export type MembersChange = { [Member in keyof Members]?: Members[Member] | undefined };

/** A field in the editor. Its key never changes, and edits do not copy unchanged nodes. */
export type FieldNode = {
  readonly key: number;
  readonly members: Members;
  readonly children: readonly FieldNode[];
};

/** The fields of a draft. Keys are consecutive numbers. */
export type DraftTree = { readonly nodes: readonly FieldNode[]; readonly nextKey: number };

/** A position in a container, or at the top level (null). */
export type Place = { container: number | null; position: number };

/** A field with its position among its siblings and its containers, outermost first. */
export type LocatedNode = { node: FieldNode; position: number; ancestors: readonly FieldNode[] };

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Builds a tree from the fields of a draft, which can be invalid. */
export const buildTree = (fields: readonly unknown[], nextKey = 1): DraftTree => {
  let next = nextKey;
  const build = (field: unknown): FieldNode => {
    const { fields: children, ...members } = isObject(field) ? field : { value: field };
    const key = next++;
    // A `fields` member that is not a list is kept, and the server reports the error.
    if (children !== undefined && !Array.isArray(children))
      return { key, members: { ...members, fields: children } as Members, children: [] };
    return { key, members, children: (children ?? []).map(build) };
  };
  const nodes = fields.map(build);
  return { nodes, nextKey: next };
};

/** Converts a tree to fields. Empty containers have no `fields` member. */
export const fieldsOfTree = (nodes: readonly FieldNode[]): Field[] =>
  nodes.map(
    ({ members, children }) =>
      ({ ...members, ...(children.length > 0 && { fields: fieldsOfTree(children) }) }) as Field,
  );

export const isContainer = ({ members: { type } }: FieldNode): boolean =>
  type === 'section' || type === 'repeat';

export const nameOf = ({ members: { name } }: FieldNode): string => (typeof name === 'string' ? name : '');

/** Yields all fields in pre-order with their depth. */
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
  ancestors: readonly FieldNode[] = [],
): LocatedNode | undefined => {
  for (const [position, node] of nodes.entries()) {
    if (node.key === key) return { node, position, ancestors };
    const located = findNode(node.children, key, [...ancestors, node]);
    if (located) return located;
  }
  return undefined;
};

/** The names of all fields in lower case, because names are not case-sensitive. Leaves out the field with the key `except`. */
export const usedNames = (nodes: readonly FieldNode[], except?: number): Set<string> => {
  const names = new Set<string>();
  for (const { node } of walkNodes(nodes)) if (node.key !== except) names.add(nameOf(node).toLowerCase());
  return names;
};

/** The number of nested containers in a field. */
const heightOf = (node: FieldNode): number =>
  isContainer(node) ? 1 + Math.max(0, ...node.children.map(heightOf)) : 0;

/** Whether a field can be moved to a place: into a container, not into itself, and not nested too deep. */
export const canPlaceAt = (tree: DraftTree, node: FieldNode, { container }: Place): boolean => {
  if (container === null) return heightOf(node) <= workbookLimits.nesting;
  const located = findNode(tree.nodes, container);
  if (!located || !isContainer(located.node)) return false;
  const containers = [...located.ancestors, located.node];
  return (
    !containers.some(({ key }) => key === node.key) &&
    containers.length + heightOf(node) <= workbookLimits.nesting
  );
};
