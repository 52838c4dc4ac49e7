import type { FieldNode } from '#portal/workbooks/model/draft-tree.ts';

/** A visible row of the tree. */
export type TreeRowData = {
  node: FieldNode;
  depth: number;
  parent: number | null;
  position: number;
  siblings: number;
};

/** Lists the visible rows in order, leaving out fields inside collapsed containers. */
export const listVisibleRows = (
  nodes: readonly FieldNode[],
  collapsed: ReadonlySet<number>,
  parent: number | null = null,
  depth = 0,
): TreeRowData[] =>
  nodes.flatMap((node, position) => [
    { node, depth, parent, position, siblings: nodes.length },
    ...(collapsed.has(node.key) ? [] : listVisibleRows(node.children, collapsed, node.key, depth + 1)),
  ]);

export type DropEdge = 'before' | 'after' | 'inside';

/** Determines where on a row a field is dropped. `pointerY` ranges from 0 (top of the row) to 1 (bottom). */
export const findDropEdge = (pointerY: number, isContainer: boolean): DropEdge => {
  const edgeSize = isContainer ? 0.3 : 0.5;
  if (pointerY < edgeSize) return 'before';
  return isContainer && pointerY < 1 - edgeSize ? 'inside' : 'after';
};
