import type { Field } from '#contract/workbook-definition.ts';
import {
  type DraftTree,
  type FieldNode,
  findNode,
  harvestFields,
  isContainer,
  type Members,
  mayStandAt,
  nameOf,
  type Place,
  plantFields,
  takenNames,
  walkNodes,
} from './draft-tree.ts';
import { freshName } from './field-names.ts';
import { renameReferences } from './rename-references.ts';

// What a designer does to the fields. Each gives a new tree, or the same one where nothing can be done.

/** Rebuilds the list of fields in a container; what is beside it stays the same object. */
const withList = (
  nodes: readonly FieldNode[],
  container: number | null,
  change: (list: readonly FieldNode[]) => readonly FieldNode[],
): readonly FieldNode[] => {
  if (container === null) return change(nodes);
  return withNode(nodes, container, (node) => ({ ...node, children: change(node.children) }));
};

const withNode = (
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
    const children = withNode(node.children, key, change);
    if (children === node.children) return node;
    hasChanged = true;
    return { ...node, children };
  });
  return hasChanged ? changed : nodes;
};

export const placeOfNode = (tree: DraftTree, key: number): Place | undefined => {
  const found = findNode(tree.nodes, key);
  return found && { container: found.around.at(-1)?.key ?? null, position: found.position };
};

/** Adds fields, whose names give way to those that are there. `keys` are theirs, the containers' contents not counted. */
export const insertFields = (
  tree: DraftTree,
  place: Place,
  fields: readonly Field[],
): { tree: DraftTree; keys: number[] } => {
  const planted = plantFields(fields, tree.nextKey);
  if (!planted.nodes.every((node) => mayStandAt(tree, node, place))) return { tree, keys: [] };
  const added = nameApart(planted.nodes, takenNames(tree.nodes));
  const nodes = withList(tree.nodes, place.container, (list) => list.toSpliced(place.position, 0, ...added));
  return { tree: { nodes, nextKey: planted.nextKey }, keys: added.map(({ key }) => key) };
};

/** Gives fields names that nobody has, and makes what they say of each other follow. */
const nameApart = (nodes: readonly FieldNode[], taken: Set<string>): readonly FieldNode[] => {
  let named = nodes;
  for (const { node } of walkNodes(nodes)) {
    const name = nameOf(node);
    const fresh = freshName(name, taken);
    taken.add(fresh.toLowerCase());
    if (fresh !== name) named = renamed(named, node.key, fresh);
  }
  return named;
};

export const removeNode = (tree: DraftTree, key: number): DraftTree => {
  const place = placeOfNode(tree, key);
  if (!place) return tree;
  const nodes = withList(tree.nodes, place.container, (list) => list.toSpliced(place.position, 1));
  return { ...tree, nodes };
};

/** Moves a field to a place as it is counted before it has left its own. */
export const moveNode = (tree: DraftTree, key: number, to: Place): DraftTree => {
  const found = findNode(tree.nodes, key);
  if (!found || !mayStandAt(tree, found.node, to)) return tree;
  const from = placeOfNode(tree, key)!;
  const isSameList = from.container === to.container;
  const position = isSameList && to.position > from.position ? to.position - 1 : to.position;
  if (isSameList && position === from.position) return tree;
  const without = removeNode(tree, key);
  const nodes = withList(without.nodes, to.container, (list) => list.toSpliced(position, 0, found.node));
  return { ...tree, nodes };
};

export type Step = 'up' | 'down' | 'in' | 'out';

/** Where a step leads: past a neighbour, to the end of the container before it, or behind its own container. */
export const placeAfterStep = (tree: DraftTree, key: number, step: Step): Place | undefined => {
  const found = findNode(tree.nodes, key);
  if (!found) return undefined;
  const { position, around, node } = found;
  const container = around.at(-1);
  const siblings = container?.children ?? tree.nodes;
  const within = container?.key ?? null;
  const place = ((): Place | undefined => {
    switch (step) {
      case 'up':
        return position > 0 ? { container: within, position: position - 1 } : undefined;
      case 'down':
        return position < siblings.length - 1 ? { container: within, position: position + 2 } : undefined;
      case 'in': {
        const before = siblings[position - 1];
        return before && isContainer(before)
          ? { container: before.key, position: before.children.length }
          : undefined;
      }
      case 'out': {
        const outer = container && placeOfNode(tree, container.key);
        return outer && { ...outer, position: outer.position + 1 };
      }
    }
  })();
  return place && mayStandAt(tree, node, place) ? place : undefined;
};

/** A copy behind the field, under new names. */
export const duplicateNode = (tree: DraftTree, key: number): { tree: DraftTree; keys: number[] } => {
  const found = findNode(tree.nodes, key);
  const place = placeOfNode(tree, key);
  if (!found || !place) return { tree, keys: [] };
  return insertFields(tree, { ...place, position: place.position + 1 }, harvestFields([found.node]));
};

/** Says something else of a field; undefined takes the member away. */
export const setMembers = (
  tree: DraftTree,
  key: number,
  change: { [Member in keyof Members]?: Members[Member] | undefined },
): DraftTree => {
  const nodes = withNode(tree.nodes, key, (node) => {
    const members = Object.fromEntries(
      Object.entries({ ...node.members, ...change }).filter(([, value]) => value !== undefined),
    );
    return { ...node, members };
  });
  return { ...tree, nodes };
};

/** Renames a field, and with it every expression and text that names it. */
export const renameNode = (tree: DraftTree, key: number, name: string): DraftTree => ({
  ...tree,
  nodes: renamed(tree.nodes, key, name),
});

const renamed = (nodes: readonly FieldNode[], key: number, name: string): readonly FieldNode[] => {
  const found = findNode(nodes, key);
  if (!found) return nodes;
  const before = nameOf(found.node);
  const follow = (list: readonly FieldNode[]): readonly FieldNode[] =>
    list.map((node) => {
      const members = before === '' ? node.members : renameReferences(node.members, before, name);
      const children = follow(node.children);
      const isSame =
        members === node.members && children.every((child, place) => child === node.children[place]);
      return isSame ? node : { ...node, members, children };
    });
  return withNode(follow(nodes), key, (node) => ({ ...node, members: { ...node.members, name } }));
};
