import type { Field } from '#contract/workbook-definition.ts';
import { workbookLimits } from '#contract/workbook-limits.ts';

/** A field's properties, without its inner fields. All of them are optional, because a draft may be incomplete. */
export type Properties = Readonly<Partial<Omit<Field, 'fields'>>>;

/** A change to properties; undefined removes a property. */
export type PropertiesChange = { [Key in keyof Properties]?: Properties[Key] | undefined };

/** A field in the editor. Its key never changes, and edits reuse unchanged nodes rather than copying them. */
export type FieldNode = {
  readonly key: number;
  readonly properties: Properties;
  readonly children: readonly FieldNode[];
};

export type DraftTree = { readonly nodes: readonly FieldNode[]; readonly nextKey: number };

/** A position in a container, or at the top level (null). */
export type Place = { container: number | null; position: number };

/** A field, its position among its siblings, and its containers, outermost first. */
export type LocatedNode = { node: FieldNode; position: number; ancestors: readonly FieldNode[] };

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Builds a tree from a draft's fields, which may be invalid. */
export const buildTree = (fields: readonly unknown[], nextKey = 1): DraftTree => {
  let next = nextKey;
  const build = (field: unknown): FieldNode => {
    const { fields: children, ...properties } = isObject(field) ? field : { value: field };
    const key = next++;
    // A `fields` property that is not a list is kept, so that the server reports the error.
    if (children !== undefined && !Array.isArray(children))
      return { key, properties: { ...properties, fields: children } as Properties, children: [] };
    return { key, properties, children: (children ?? []).map(build) };
  };
  const nodes = fields.map(build);
  return { nodes, nextKey: next };
};

/** Converts a tree to fields. Empty containers have no `fields` property. */
export const toFields = (nodes: readonly FieldNode[]): Field[] =>
  nodes.map(
    ({ properties, children }) =>
      ({ ...properties, ...(children.length > 0 && { fields: toFields(children) }) }) as Field,
  );

export const isContainer = ({ properties: { type } }: FieldNode): boolean =>
  type === 'section' || type === 'repeat';

export const nameOf = ({ properties: { name } }: FieldNode): string => (typeof name === 'string' ? name : '');

/** Yields every field and its depth, in pre-order. */
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

/** Lists names in lower case, because they are not case-sensitive. `except` is the key of a field to omit. */
export const listUsedNames = (nodes: readonly FieldNode[], except?: number): Set<string> => {
  const names = new Set<string>();
  for (const { node } of walkNodes(nodes)) if (node.key !== except) names.add(nameOf(node).toLowerCase());
  return names;
};

const countNesting = (node: FieldNode): number =>
  isContainer(node) ? 1 + Math.max(0, ...node.children.map(countNesting)) : 0;

/** Whether a field can be moved to a place: only into a container, not into itself, and not nested too deep. */
export const canPlaceAt = (tree: DraftTree, node: FieldNode, { container }: Place): boolean => {
  if (container === null) return countNesting(node) <= workbookLimits.nesting;
  const located = findNode(tree.nodes, container);
  if (!located || !isContainer(located.node)) return false;
  const containers = [...located.ancestors, located.node];
  return (
    !containers.some(({ key }) => key === node.key) &&
    containers.length + countNesting(node) <= workbookLimits.nesting
  );
};
