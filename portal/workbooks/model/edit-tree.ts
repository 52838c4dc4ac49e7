import type { Field } from '#contract/workbook-definition.ts';
import {
  buildTree,
  canPlaceAt,
  type DraftTree,
  type FieldNode,
  findNode,
  isContainer,
  listUsedNames,
  nameOf,
  type Place,
  type PropertiesChange,
  toFields,
  walkNodes,
} from './draft-tree.ts';
import { createUniqueName } from './field-names.ts';
import { renameReferences } from './rename-references.ts';

// Edits to the field tree. Each returns a new tree, or the same one if the edit is not possible.

/** Replaces a container's fields. All other nodes remain the same objects. */
const replaceChildren = (
  nodes: readonly FieldNode[],
  container: number | null,
  change: (children: readonly FieldNode[]) => readonly FieldNode[],
): readonly FieldNode[] => {
  if (container === null) return change(nodes);
  return replaceNode(nodes, container, (node) => ({ ...node, children: change(node.children) }));
};

const replaceNode = (
  nodes: readonly FieldNode[],
  key: number,
  change: (node: FieldNode) => FieldNode,
): readonly FieldNode[] => {
  let hasChanged = false;
  const changed = nodes.map((node) => {
    if (hasChanged) return node;
    if (node.key === key) {
      hasChanged = true;
      return change(node);
    }
    const children = replaceNode(node.children, key, change);
    if (children === node.children) return node;
    hasChanged = true;
    return { ...node, children };
  });
  return hasChanged ? changed : nodes;
};

const findPlace = (tree: DraftTree, key: number): Place | undefined => {
  const located = findNode(tree.nodes, key);
  return located && { container: located.ancestors.at(-1)?.key ?? null, position: located.position };
};

/** Inserts fields, renaming any whose names are taken. Returns the keys of the top-level fields inserted. */
export const insertFields = (
  tree: DraftTree,
  place: Place,
  fields: readonly Field[],
): { tree: DraftTree; keys: number[] } => {
  const built = buildTree(fields, tree.nextKey);
  if (!built.nodes.every((node) => canPlaceAt(tree, node, place))) return { tree, keys: [] };
  const added = makeNamesUnique(built.nodes, listUsedNames(tree.nodes));
  const nodes = replaceChildren(tree.nodes, place.container, (children) =>
    children.toSpliced(place.position, 0, ...added),
  );
  return { tree: { nodes, nextKey: built.nextKey }, keys: added.map(({ key }) => key) };
};

const makeNamesUnique = (nodes: readonly FieldNode[], taken: Set<string>): readonly FieldNode[] => {
  let named = nodes;
  for (const { node } of walkNodes(nodes)) {
    const name = nameOf(node);
    const unique = createUniqueName(name, taken);
    taken.add(unique.toLowerCase());
    if (unique !== name) named = renameField(named, node.key, unique);
  }
  return named;
};

export const removeNode = (tree: DraftTree, key: number): DraftTree => {
  const place = findPlace(tree, key);
  if (!place) return tree;
  const nodes = replaceChildren(tree.nodes, place.container, (children) =>
    children.toSpliced(place.position, 1),
  );
  return { ...tree, nodes };
};

/** Moves a field. Positions in `to` are counted before the field is removed. */
export const moveNode = (tree: DraftTree, key: number, to: Place): DraftTree => {
  const located = findNode(tree.nodes, key);
  if (!located || !canPlaceAt(tree, located.node, to)) return tree;
  const from = findPlace(tree, key)!;
  const isSameList = from.container === to.container;
  const position = isSameList && to.position > from.position ? to.position - 1 : to.position;
  if (isSameList && position === from.position) return tree;
  const remaining = removeNode(tree, key);
  const nodes = replaceChildren(remaining.nodes, to.container, (children) =>
    children.toSpliced(position, 0, located.node),
  );
  return { ...tree, nodes };
};

export type Step = 'up' | 'down' | 'indent' | 'outdent';

/** Finds where a step moves a field: past a sibling, into the container above it, or out of its container. */
export const findPlaceAfterStep = (tree: DraftTree, key: number, step: Step): Place | undefined => {
  const located = findNode(tree.nodes, key);
  if (!located) return undefined;
  const { position, ancestors, node } = located;
  const container = ancestors.at(-1);
  const siblings = container?.children ?? tree.nodes;
  const containerKey = container?.key ?? null;
  const place = ((): Place | undefined => {
    switch (step) {
      case 'up':
        return position > 0 ? { container: containerKey, position: position - 1 } : undefined;
      case 'down':
        return position < siblings.length - 1
          ? { container: containerKey, position: position + 2 }
          : undefined;
      case 'indent': {
        const previous = siblings[position - 1];
        return previous && isContainer(previous)
          ? { container: previous.key, position: previous.children.length }
          : undefined;
      }
      case 'outdent': {
        const outer = container && findPlace(tree, container.key);
        return outer && { ...outer, position: outer.position + 1 };
      }
    }
  })();
  return place && canPlaceAt(tree, node, place) ? place : undefined;
};

export const duplicateNode = (tree: DraftTree, key: number): { tree: DraftTree; keys: number[] } => {
  const located = findNode(tree.nodes, key);
  const place = findPlace(tree, key);
  if (!located || !place) return { tree, keys: [] };
  return insertFields(tree, { ...place, position: place.position + 1 }, toFields([located.node]));
};

export const setProperties = (tree: DraftTree, key: number, change: PropertiesChange): DraftTree => {
  const nodes = replaceNode(tree.nodes, key, (node) => {
    const properties = Object.fromEntries(
      Object.entries({ ...node.properties, ...change }).filter(([, value]) => value !== undefined),
    );
    return { ...node, properties };
  });
  return { ...tree, nodes };
};

/** Renames a field and updates every reference to it in expressions and text. */
export const renameNode = (tree: DraftTree, key: number, name: string): DraftTree => ({
  ...tree,
  nodes: renameField(tree.nodes, key, name),
});

const renameField = (nodes: readonly FieldNode[], key: number, name: string): readonly FieldNode[] => {
  const located = findNode(nodes, key);
  if (!located) return nodes;
  const oldName = nameOf(located.node);
  const updateReferences = (list: readonly FieldNode[]): readonly FieldNode[] =>
    list.map((node) => {
      const properties = oldName === '' ? node.properties : renameReferences(node.properties, oldName, name);
      const children = updateReferences(node.children);
      const isSame =
        properties === node.properties && children.every((child, index) => child === node.children[index]);
      return isSame ? node : { ...node, properties, children };
    });
  return replaceNode(updateReferences(nodes), key, (node) => ({
    ...node,
    properties: { ...node.properties, name },
  }));
};
