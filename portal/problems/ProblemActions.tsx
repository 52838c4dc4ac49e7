import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { DimmedText } from '#portal/ui/DimmedText.tsx';

type Props = {
  problem: unknown;
  /** Absent if the request cannot be retried. */
  retry?: { label: string; onClick: () => void };
};

export const ProblemActions = ({ problem, retry }: Props) => {
  const { t } = useTranslation('general');
  const requestId = problem instanceof ApiProblem ? problem.requestId : null;
  if (!retry && requestId === null) return null;
  return (
    <Group mt="sm" gap="md">
      {retry && (
        <Button size="xs" variant="default" onClick={retry.onClick}>
          {retry.label}
        </Button>
      )}
      {requestId !== null && <DimmedText size="xs">{t('requestId', { id: requestId })}</DimmedText>}
    </Group>
  );
};
