/**
 * The scroll position of a list of equally high rows after some have left it: the rows in view stay where they are, and the
 * list moves up by the rows above that are gone, so that none of the remaining first ones is hidden.
 */
export const scrollWithout = (
  before: readonly string[],
  remaining: ReadonlySet<string>,
  { scrollTop, rowHeight }: { scrollTop: number; rowHeight: number },
): number => {
  const first = Math.floor(scrollTop / rowHeight);
  const goneAbove = before.slice(0, first).filter((id) => !remaining.has(id)).length;
  const isFirstGone = first < before.length && !remaining.has(before[first]!);
  return (isFirstGone ? first * rowHeight : scrollTop) - goneAbove * rowHeight;
};
