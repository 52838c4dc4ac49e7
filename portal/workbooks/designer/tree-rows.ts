import type { FieldNode } from '#portal/workbooks/model/draft-tree.ts';

/** A field as it stands in the list that is seen. */
export type TreeRowData = {
  node: FieldNode;
  depth: number;
  parent: number | null;
  position: number;
  siblings: number;
};

/** The fields that are seen, one below the other: not those inside closed containers. */
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

/** Where something lands that is dropped on a row, from its upper edge (0) to its lower (1). */
export const placeOfDrop = (height: number, isContainer: boolean): 'before' | 'after' | 'inside' => {
  const edge = isContainer ? 0.3 : 0.5;
  if (height < edge) return 'before';
  return isContainer && height < 1 - edge ? 'inside' : 'after';
};
