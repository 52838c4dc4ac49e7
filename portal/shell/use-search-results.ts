import { useQueries } from '@tanstack/react-query';
import { useSearchSources } from './search-sources.ts';

/** A single letter would match almost everything. */
const MIN_TEXT_LENGTH = 2;

/** Searches all kinds of objects in parallel. Aborts requests for outdated search text. */
export const useSearchResults = (text: string) => {
  const sources = useSearchSources();
  const isEnabled = text.length >= MIN_TEXT_LENGTH;
  const queries = useQueries({
    queries: sources.map(({ name, search }) => ({
      queryKey: ['search', name, text],
      queryFn: ({ signal }: { signal: AbortSignal }) => search(text, signal),
      enabled: isEnabled,
      retry: false,
    })),
  });
  const failedQueries = queries.filter(({ isError }) => isError);
  const groups = sources.flatMap(({ name, icon, createAllMatchesLink }, index) => {
    const { results, hasMore } = queries[index]?.data ?? { results: [], hasMore: false };
    return results.length > 0
      ? [{ name, icon, results, allMatchesLink: hasMore ? createAllMatchesLink?.(text) : undefined }]
      : [];
  });
  return {
    groups,
    isEnabled,
    isFetching: queries.some(({ isFetching }) => isFetching),
    problem: failedQueries[0]?.error ?? null,
    retry: () => {
      for (const query of failedQueries) void query.refetch();
    },
  };
};
