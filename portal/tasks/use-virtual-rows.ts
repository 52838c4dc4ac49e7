import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { PagedQuery } from '#portal/ui/MoreRows.tsx';

/** The next page starts loading when the user is this many rows away from the end. */
const LOAD_AHEAD_ROWS = 20;

/** Renders only the visible rows of a long list. Each row needs its index in a `data-index` attribute. */
export const useVirtualRows = (
  query: PagedQuery,
  { count, rowPx, overscan }: { count: number; rowPx: number; overscan: number },
) => {
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan,
  });
  const visibleRows = virtualizer.getVirtualItems();
  const lastVisibleIndex = visibleRows.at(-1)?.index ?? 0;
  const loadNextPage = useEffectEvent(() => {
    if (query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage();
  });
  useEffect(() => {
    if (lastVisibleIndex >= count - LOAD_AHEAD_ROWS) loadNextPage();
  }, [lastVisibleIndex, count]);

  const focusRow = (index: number): boolean => {
    const row = scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"]`);
    row?.focus();
    return row != null;
  };
  return {
    scroller,
    virtualizer,
    visibleRows,
    totalHeight: virtualizer.getTotalSize(),
    /** Returns the index of the newly focused row, or undefined for keys that do not move the focus. */
    moveFocus: (key: string, index: number): number | undefined => {
      const newIndex = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: count - 1 }[key];
      if (newIndex === undefined || newIndex < 0 || newIndex >= count) return undefined;
      virtualizer.scrollToIndex(newIndex);
      // Adjacent rows are already rendered, but the first and last rows are rendered only after scrolling.
      if (!focusRow(newIndex)) requestAnimationFrame(() => focusRow(newIndex));
      return newIndex;
    },
  };
};
