import { ProblemNote } from './ProblemNote.tsx';

/** The error of a query, with a Retry button. */
export const QueryProblem = ({
  query: { error, refetch },
}: {
  query: { error: unknown; refetch: () => unknown };
}) => (error ? <ProblemNote problem={error} onRetry={() => void refetch()} /> : null);
