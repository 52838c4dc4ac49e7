import type { FieldNode } from '#portal/workbooks/model/draft-tree.ts';

export type TreeRowData = {
  node: FieldNode;
  depth: number;
  parentKey: number | null;
  position: number;
  siblingCount: number;
};

export const listVisibleRows = (
  nodes: readonly FieldNode[],
  collapsedKeys: ReadonlySet<number>,
  parentKey: number | null = null,
  depth = 0,
): TreeRowData[] =>
  nodes.flatMap((node, position) => [
    { node, depth, parentKey, position, siblingCount: nodes.length },
    ...(collapsedKeys.has(node.key)
      ? []
      : listVisibleRows(node.children, collapsedKeys, node.key, depth + 1)),
  ]);

export type DropZone = 'before' | 'after' | 'inside';

/** `pointerY` ranges from 0 at the top of the row to 1 at the bottom. */
export const findDropZone = (pointerY: number, isContainer: boolean): DropZone => {
  const edgeHeight = isContainer ? 0.3 : 0.5;
  if (pointerY < edgeHeight) return 'before';
  return isContainer && pointerY < 1 - edgeHeight ? 'inside' : 'after';
};
