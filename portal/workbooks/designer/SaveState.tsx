import { Button, Text, Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useProblemText } from '#portal/problems/ProblemNote.tsx';
import type { Saving } from '#portal/workbooks/model/draft-saver.ts';
import classes from './Designer.module.css';

/** The save status of the draft. */
export const SaveState = ({ saving, onCompare }: { saving: Saving; onCompare: () => void }) => {
  const { t } = useTranslation('designer');
  const problemText = useProblemText();
  const { state, problem, revision } = saving;
  if (state === 'conflict')
    return (
      <Button size="xs" variant="default" className={classes.conflict!} onClick={onCompare}>
        {t('conflict')}
      </Button>
    );
  const isWithoutDraft = state === 'saved' && revision === null;
  const text = (
    <Text size="xs" role="status" className={classes.saving} data-state={isWithoutDraft ? 'noDraft' : state}>
      {isWithoutDraft ? t('noDraft') : t(state)}
    </Text>
  );
  const hint = isWithoutDraft ? t('noDraftHint') : state === 'rejected' ? problemText(problem) : undefined;
  return hint === undefined ? text : <Tooltip label={hint}>{text}</Tooltip>;
};
