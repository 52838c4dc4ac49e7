import { useQueries } from '@tanstack/react-query';
import { type SearchSource, useSearchSources } from './search-sources.ts';

/** A single letter would match almost everything. */
const MIN_LENGTH = 2;

type ResultGroup = Pick<SearchSource, 'name' | 'icon'> & {
  results: Awaited<ReturnType<SearchSource['search']>>['results'];
  /** The list of all matches, if there are more than the ones shown. */
  allMatches: ReturnType<NonNullable<SearchSource['allMatches']>> | undefined;
};

/** Searches all kinds of objects at once. Aborts requests whose search text is outdated. */
export const useSearchResults = (text: string) => {
  const sources = useSearchSources();
  const isEnabled = text.length >= MIN_LENGTH;
  const queries = useQueries({
    queries: sources.map(({ name, search }) => ({
      queryKey: ['search', name, text],
      queryFn: ({ signal }: { signal: AbortSignal }) => search(text, signal),
      enabled: isEnabled,
      retry: false,
    })),
  });
  const failed = queries.filter(({ isError }) => isError);
  const groups = sources.flatMap(({ name, icon, allMatches }, index): ResultGroup[] => {
    const { results, hasMore } = queries[index]?.data ?? { results: [], hasMore: false };
    return results.length > 0
      ? [{ name, icon, results, allMatches: hasMore ? allMatches?.(text) : undefined }]
      : [];
  });
  return {
    groups,
    isEnabled,
    isFetching: queries.some(({ isFetching }) => isFetching),
    problem: failed[0]?.error ?? null,
    retry: () => {
      for (const query of failed) void query.refetch();
    },
  };
};
