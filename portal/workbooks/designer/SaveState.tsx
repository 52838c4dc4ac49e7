import { Button, Text, Tooltip } from '@mantine/core';
import { useProblemText } from '#portal/frame/ProblemNote.tsx';
import type { Saving } from '#portal/workbooks/model/draft-saver.ts';
import classes from './Designer.module.css';
import { useDesignerWords } from './words.ts';

/** Whether the server has what is on the screen. */
export const SaveState = ({ saving, onCompare }: { saving: Saving; onCompare: () => void }) => {
  const t = useDesignerWords();
  const say = useProblemText();
  const { state, problem, revision } = saving;
  if (state === 'conflict')
    return (
      <Button size="xs" variant="default" className={classes.conflict!} onClick={onCompare}>
        {t('conflict')}
      </Button>
    );
  const isUntouched = state === 'saved' && revision === null;
  const text = (
    <Text size="xs" role="status" className={classes.saving} data-state={isUntouched ? 'untouched' : state}>
      {isUntouched ? t('untouched') : t(state)}
    </Text>
  );
  const hint = isUntouched ? t('untouchedHint') : state === 'refused' ? say(problem) : undefined;
  return hint === undefined ? text : <Tooltip label={hint}>{text}</Tooltip>;
};
