import type { Field } from '#contract/workbook-definition.ts';
import { workbookLimits } from '#contract/workbook-limits.ts';

/** A field's properties, all optional because a draft may be incomplete. */
export type Properties = Readonly<Partial<Omit<Field, 'fields'>>>;

/** `undefined` removes a property. */
export type PropertiesChange = { [Key in keyof Properties]?: Properties[Key] | undefined };

/** A field in the editor. Its key never changes, and edits reuse unchanged nodes. */
export type FieldNode = {
  readonly key: number;
  readonly properties: Properties;
  readonly children: readonly FieldNode[];
};

export type DraftTree = { readonly nodes: readonly FieldNode[]; readonly nextKey: number };

/** `container` is the key of a container, or null at the top level. */
export type Place = { container: number | null; position: number };

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Builds a tree from a draft's fields, which may be invalid. */
export const buildTree = (fields: readonly unknown[], nextKey = 1): DraftTree => {
  let unusedKey = nextKey;
  const build = (field: unknown): FieldNode => {
    const { fields: children, ...properties } = isObject(field) ? field : { value: field };
    const key = unusedKey++;
    // Preserves an invalid `fields` property so that the server reports the error.
    if (children !== undefined && !Array.isArray(children))
      return { key, properties: { ...properties, fields: children } as Properties, children: [] };
    return { key, properties, children: (children ?? []).map(build) };
  };
  return { nodes: fields.map(build), nextKey: unusedKey };
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

export const walkNodes = function* (nodes: readonly FieldNode[]): Generator<FieldNode> {
  for (const node of nodes) {
    yield node;
    yield* walkNodes(node.children);
  }
};

/** Finds a field, its position among its siblings, and the containers around it, outermost first. */
export const findNode = (
  nodes: readonly FieldNode[],
  key: number,
  ancestors: readonly FieldNode[] = [],
): { node: FieldNode; position: number; ancestors: readonly FieldNode[] } | undefined => {
  for (const [position, node] of nodes.entries()) {
    if (node.key === key) return { node, position, ancestors };
    const match = findNode(node.children, key, [...ancestors, node]);
    if (match) return match;
  }
  return undefined;
};

/** Lists names in lower case: they are case-insensitive. */
export const listUsedNames = (nodes: readonly FieldNode[], omittedKey?: number): Set<string> => {
  const otherNodes = [...walkNodes(nodes)].filter(({ key }) => key !== omittedKey);
  return new Set(otherNodes.map((node) => nameOf(node).toLowerCase()));
};

const countNestingLevels = (node: FieldNode): number =>
  isContainer(node) ? 1 + Math.max(0, ...node.children.map(countNestingLevels)) : 0;

/** A field must not be moved into itself or be nested too deep. */
export const canPlaceAt = (tree: DraftTree, node: FieldNode, { container }: Place): boolean => {
  if (container === null) return countNestingLevels(node) <= workbookLimits.nesting;
  const match = findNode(tree.nodes, container);
  if (!match || !isContainer(match.node)) return false;
  const containers = [...match.ancestors, match.node];
  return (
    !containers.some(({ key }) => key === node.key) &&
    containers.length + countNestingLevels(node) <= workbookLimits.nesting
  );
};
