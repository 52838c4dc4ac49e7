import { ProblemNote } from './ProblemNote.tsx';

/** A query's error, with a Retry button. */
export const QueryProblem = ({
  query: { error, refetch },
}: {
  query: { error: unknown; refetch: () => unknown };
}) => (error ? <ProblemNote problem={error} onRetry={() => void refetch()} /> : null);
