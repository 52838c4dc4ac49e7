import { Alert, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { ApiProblem, isOutdated, isUnreachable } from '#portal/api/api-problem.ts';
import { ProblemActions } from './ProblemActions.tsx';
import { useFrameWords } from './words.ts';

/** What went wrong in words for the reader, with the request's id for administrators. */
export const ProblemNote = ({ problem, onRetry }: { problem: unknown; onRetry?: () => void }) => {
  const t = useFrameWords();
  const fields = problem instanceof ApiProblem ? problem.fields : [];
  return (
    <Alert role="alert" color="red" icon={<IconAlertTriangle />} title={t('failed')}>
      <Text size="sm">{useProblemText()(problem)}</Text>
      {fields.map(({ field, message }) => (
        <Text key={field + message} size="sm">
          {message}
        </Text>
      ))}
      <ProblemActions
        problem={problem}
        {...(onRetry && { retry: { label: t('tryAgain'), onClick: onRetry } })}
      />
    </Alert>
  );
};

/** One sentence about a problem, for a note that has no room for more. */
export const useProblemText = () => {
  const t = useFrameWords();
  return (problem: unknown): string => {
    if (isUnreachable(problem)) return t('unreachable');
    if (isOutdated(problem)) return t('outdated');
    return problem instanceof Error ? problem.message : String(problem);
  };
};
