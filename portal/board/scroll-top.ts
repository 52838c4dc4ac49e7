/** Calculates the scroll position that keeps the visible rows in place after rows are removed. */
export const calculateScrollTop = (
  previousIds: readonly string[],
  remainingIds: ReadonlySet<string>,
  { scrollTop, rowHeight }: { scrollTop: number; rowHeight: number },
): number => {
  const firstVisibleIndex = Math.floor(scrollTop / rowHeight);
  const removedCount = previousIds.slice(0, firstVisibleIndex).filter((id) => !remainingIds.has(id)).length;
  const isFirstVisibleRemoved =
    firstVisibleIndex < previousIds.length && !remainingIds.has(previousIds[firstVisibleIndex]!);
  return (isFirstVisibleRemoved ? firstVisibleIndex * rowHeight : scrollTop) - removedCount * rowHeight;
};
