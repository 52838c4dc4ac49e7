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

// Each edit returns a new tree, or the same tree if the edit is impossible.

const replaceChildren = (
  nodes: readonly FieldNode[],
  containerKey: number | null,
  change: (children: readonly FieldNode[]) => readonly FieldNode[],
): readonly FieldNode[] => {
  if (containerKey === null) return change(nodes);
  return replaceNode(nodes, containerKey, (node) => ({ ...node, children: change(node.children) }));
};

const replaceNode = (
  nodes: readonly FieldNode[],
  key: number,
  change: (node: FieldNode) => FieldNode,
): readonly FieldNode[] => {
  let hasChanged = false;
  const newNodes = nodes.map((node) => {
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
  return hasChanged ? newNodes : nodes;
};

const findPlace = (tree: DraftTree, key: number): Place | undefined => {
  const match = findNode(tree.nodes, key);
  return match && { container: match.ancestors.at(-1)?.key ?? null, position: match.position };
};

/** Inserts fields, renaming those whose names are taken. Selects the first one. */
export const insertFields = (
  tree: DraftTree,
  place: Place,
  fields: readonly Field[],
): { tree: DraftTree; selectedKey?: number } => {
  const builtTree = buildTree(fields, tree.nextKey);
  if (!builtTree.nodes.every((node) => canPlaceAt(tree, node, place))) return { tree };
  const insertedNodes = makeNamesUnique(builtTree.nodes, listUsedNames(tree.nodes));
  const nodes = replaceChildren(tree.nodes, place.container, (children) =>
    children.toSpliced(place.position, 0, ...insertedNodes),
  );
  return {
    tree: { nodes, nextKey: builtTree.nextKey },
    ...(insertedNodes[0] && { selectedKey: insertedNodes[0].key }),
  };
};

const makeNamesUnique = (nodes: readonly FieldNode[], usedNames: Set<string>): readonly FieldNode[] => {
  let renamedNodes = nodes;
  for (const node of walkNodes(nodes)) {
    const name = nameOf(node);
    const uniqueName = createUniqueName(name, usedNames);
    usedNames.add(uniqueName.toLowerCase());
    if (uniqueName !== name) renamedNodes = renameField(renamedNodes, node.key, uniqueName);
  }
  return renamedNodes;
};

export const removeNode = (tree: DraftTree, key: number): DraftTree => {
  const place = findPlace(tree, key);
  if (!place) return tree;
  const nodes = replaceChildren(tree.nodes, place.container, (children) =>
    children.toSpliced(place.position, 1),
  );
  return { ...tree, nodes };
};

/** `to` is a place in the tree before the move. */
export const moveNode = (tree: DraftTree, key: number, to: Place): DraftTree => {
  const match = findNode(tree.nodes, key);
  if (!match || !canPlaceAt(tree, match.node, to)) return tree;
  const from = findPlace(tree, key)!;
  const isSameList = from.container === to.container;
  const position = isSameList && to.position > from.position ? to.position - 1 : to.position;
  if (isSameList && position === from.position) return tree;
  const treeWithoutField = removeNode(tree, key);
  const nodes = replaceChildren(treeWithoutField.nodes, to.container, (children) =>
    children.toSpliced(position, 0, match.node),
  );
  return { ...tree, nodes };
};

export type MoveDirection = 'up' | 'down' | 'indent' | 'outdent';

export const findPlaceInDirection = (
  tree: DraftTree,
  key: number,
  direction: MoveDirection,
): Place | undefined => {
  const match = findNode(tree.nodes, key);
  if (!match) return undefined;
  const { position, ancestors, node } = match;
  const container = ancestors.at(-1);
  const siblings = container?.children ?? tree.nodes;
  const containerKey = container?.key ?? null;
  const place = ((): Place | undefined => {
    switch (direction) {
      case 'up':
        return position > 0 ? { container: containerKey, position: position - 1 } : undefined;
      case 'down':
        return position < siblings.length - 1
          ? { container: containerKey, position: position + 2 }
          : undefined;
      case 'indent': {
        const previousSibling = siblings[position - 1];
        return previousSibling && isContainer(previousSibling)
          ? { container: previousSibling.key, position: previousSibling.children.length }
          : undefined;
      }
      case 'outdent': {
        const containerPlace = container && findPlace(tree, container.key);
        return containerPlace && { ...containerPlace, position: containerPlace.position + 1 };
      }
    }
  })();
  return place && canPlaceAt(tree, node, place) ? place : undefined;
};

export const duplicateNode = (tree: DraftTree, key: number): ReturnType<typeof insertFields> => {
  const match = findNode(tree.nodes, key);
  const place = findPlace(tree, key);
  if (!match || !place) return { tree };
  return insertFields(tree, { ...place, position: place.position + 1 }, toFields([match.node]));
};

export const setProperties = (tree: DraftTree, key: number, changes: PropertiesChange): DraftTree => {
  const nodes = replaceNode(tree.nodes, key, (node) => {
    const properties = Object.fromEntries(
      Object.entries({ ...node.properties, ...changes }).filter(([, value]) => value !== undefined),
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
  const match = findNode(nodes, key);
  if (!match) return nodes;
  const oldName = nameOf(match.node);
  const updateReferences = (list: readonly FieldNode[]): readonly FieldNode[] =>
    list.map((node) => {
      const properties = oldName === '' ? node.properties : renameReferences(node.properties, oldName, name);
      const children = updateReferences(node.children);
      const isUnchanged =
        properties === node.properties && children.every((child, index) => child === node.children[index]);
      return isUnchanged ? node : { ...node, properties, children };
    });
  return replaceNode(updateReferences(nodes), key, (node) => ({
    ...node,
    properties: { ...node.properties, name },
  }));
};
