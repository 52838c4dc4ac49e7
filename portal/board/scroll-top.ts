/** The scroll position that keeps the visible rows in place after some rows have been removed. */
export const calculateScrollTop = (
  previousIds: readonly string[],
  remaining: ReadonlySet<string>,
  { scrollTop, rowHeight }: { scrollTop: number; rowHeight: number },
): number => {
  const first = Math.floor(scrollTop / rowHeight);
  const removedAbove = previousIds.slice(0, first).filter((id) => !remaining.has(id)).length;
  const isFirstRemoved = first < previousIds.length && !remaining.has(previousIds[first]!);
  return (isFirstRemoved ? first * rowHeight : scrollTop) - removedAbove * rowHeight;
};
