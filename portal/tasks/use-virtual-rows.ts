import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useEffectEvent, useRef } from 'react';

/** How many rows before the end the next page starts loading. */
const LOAD_AHEAD = 20;

type PagedQuery = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };

/**
 * Renders only the visible rows of a long list, and loads the next page as the end comes near. Each row needs its index
 * in a `data-index` attribute.
 */
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
  const lastVisible = visibleRows.at(-1)?.index ?? 0;
  const loadNextPage = useEffectEvent(() => {
    if (query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage();
  });
  useEffect(() => {
    if (lastVisible >= count - LOAD_AHEAD) loadNextPage();
  }, [lastVisible, count]);

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
    /**
     * Moves the focus in response to an arrow key, Home or End. Returns the index of the new row; undefined for other
     * keys.
     */
    moveFocus: (key: string, from: number): number | undefined => {
      const to = { ArrowDown: from + 1, ArrowUp: from - 1, Home: 0, End: count - 1 }[key];
      if (to === undefined || to < 0 || to >= count) return undefined;
      virtualizer.scrollToIndex(to);
      // Adjacent rows are already rendered; the first and last are rendered only after scrolling.
      if (!focusRow(to)) requestAnimationFrame(() => focusRow(to));
      return to;
    },
  };
};
