import { useTranslation } from 'react-i18next';
import { isMissing } from '#portal/api/api-problem.ts';
import { ProblemNote } from './ProblemNote.tsx';

type Props = { query: { error: unknown; refetch: () => unknown } };

export const QueryProblem = ({ query: { error, refetch } }: Props) => {
  const { t } = useTranslation('general');
  if (!error) return null;
  if (isMissing(error)) return <ProblemNote problem={error} title={t('missing')} />;
  return <ProblemNote problem={error} onRetry={() => void refetch()} />;
};
