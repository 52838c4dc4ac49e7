import { Button, Text, Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useProblemFormatter } from '#portal/problems/ProblemNote.tsx';
import type { SaveStatus } from '#portal/workbooks/model/draft-saver.ts';
import classes from './Designer.module.css';

type Props = { saveStatus: SaveStatus; onCompare: () => void };

export const SaveStatusText = ({ saveStatus, onCompare }: Props) => {
  const { t } = useTranslation('designer');
  const formatProblem = useProblemFormatter();
  const { state, problem, revision } = saveStatus;
  if (state === 'conflict')
    return (
      <Button size="xs" variant="default" className={classes.conflict!} onClick={onCompare}>
        {t('conflict')}
      </Button>
    );
  const hasNoDraft = state === 'saved' && revision === null;
  const text = (
    <Text size="xs" role="status" className={classes.saving} data-state={hasNoDraft ? 'noDraft' : state}>
      {hasNoDraft ? t('noDraft') : t(state)}
    </Text>
  );
  const hint = hasNoDraft ? t('noDraftHint') : state === 'rejected' ? formatProblem(problem) : undefined;
  return hint === undefined ? text : <Tooltip label={hint}>{text}</Tooltip>;
};
