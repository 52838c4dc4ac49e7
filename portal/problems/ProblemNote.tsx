import { Alert, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { IconAlertTriangle } from '#kit/icons/icons.ts';
import { ApiProblem, isEditConflict, isUnreachable } from '#portal/api/api-problem.ts';
import { ProblemActions } from './ProblemActions.tsx';

type Props = {
  problem: unknown;
  title?: string;
  onRetry?: () => void;
};

export const ProblemNote = ({ problem, title, onRetry }: Props) => {
  const { t } = useTranslation('general');
  const fields = problem instanceof ApiProblem ? problem.fields : [];
  return (
    <Alert role="alert" color="red" icon={<IconAlertTriangle />} title={title ?? t('failed')}>
      <Text size="sm">{useProblemFormatter()(problem)}</Text>
      {fields.map(({ field, message }) => (
        <Text key={field + message} size="sm">
          {message}
        </Text>
      ))}
      <ProblemActions
        problem={problem}
        {...(onRetry && { retry: { label: t('retry'), onClick: onRetry } })}
      />
    </Alert>
  );
};

export const useProblemFormatter = () => {
  const { t } = useTranslation('general');
  return (problem: unknown): string => {
    if (isUnreachable(problem)) return t('unreachable');
    if (isEditConflict(problem)) return t('outdated');
    return problem instanceof Error ? problem.message : String(problem);
  };
};
