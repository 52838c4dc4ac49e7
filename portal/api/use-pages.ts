import { keepPreviousData, type QueryKey, useInfiniteQuery } from '@tanstack/react-query';

type Cursor = string | number;

/** `rows` is undefined until the first page has arrived. */
export const usePages = <Page extends { next: Next | null }, Row, Next extends Cursor = string>({
  queryKey,
  readPage,
  selectRows,
  isLive = false,
  refetchInterval = false,
}: {
  queryKey: QueryKey;
  readPage: (after: Next | undefined, context: { signal: AbortSignal }) => Promise<Page>;
  selectRows: (page: Page) => readonly Row[];
  /** Whether the list changes when tasks and inspections do. */
  isLive?: boolean;
  refetchInterval?: number | false;
}) => {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => readPage(pageParam as Next | undefined, { signal }),
    initialPageParam: undefined as Next | undefined,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    meta: { isLive },
    refetchInterval,
  });
  return { query, rows: query.data?.pages.flatMap(selectRows) };
};
