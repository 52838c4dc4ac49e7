import type { FieldNode } from '#portal/workbooks/model/draft-tree.ts';

/** A visible row of the tree. */
export type TreeRowData = {
  node: FieldNode;
  depth: number;
  parent: number | null;
  position: number;
  siblings: number;
};

/** The visible rows in order, without fields in collapsed containers. */
export const rowsOf = (
  nodes: readonly FieldNode[],
  closed: ReadonlySet<number>,
  parent: number | null = null,
  depth = 0,
): TreeRowData[] =>
  nodes.flatMap((node, position) => [
    { node, depth, parent, position, siblings: nodes.length },
    ...(closed.has(node.key) ? [] : rowsOf(node.children, closed, node.key, depth + 1)),
  ]);

/** The drop target on a row. `height` is the position of the pointer, from 0 (top) to 1 (bottom). */
export const placeOfDrop = (height: number, isContainer: boolean): 'before' | 'after' | 'inside' => {
  const edge = isContainer ? 0.3 : 0.5;
  if (height < edge) return 'before';
  return isContainer && height < 1 - edge ? 'inside' : 'after';
};
