import { IconAlertTriangle, IconMessage2 } from '@tabler/icons-react';
import { sayDay } from '#kit/moments.ts';
import { currentLanguage } from '#kit/words.ts';
import classes from './Question.module.css';
import type { FollowUpDraft, QuestionFacts } from './question-facts.ts';
import { useInspectionWords } from './words.ts';

/** The answer has failed, and the task that will come of it. */
export const FailureNote = ({ followUp }: { followUp: FollowUpDraft | undefined }) => {
  const t = useInspectionWords();
  return (
    <div className={classes.note} data-tone="bad">
      <p className={classes.title}>
        <IconAlertTriangle size={20} aria-hidden />
        {t('fails')}
      </p>
      {followUp && (
        <>
          <p>{t('followUp')}</p>
          <p>{t('followUpWorkbook', { workbook: followUp.workbook })}</p>
          <p>{t('followUpTeam', { team: followUp.team })}</p>
          {followUp.due && <p>{t('followUpDue', { day: sayDay(followUp.due, currentLanguage()) })}</p>}
        </>
      )}
    </div>
  );
};

/** What a reviewer asks who gave the inspection back. */
export const ReviewNote = ({ comment, userName }: { comment: string; userName: string }) => {
  const t = useInspectionWords();
  return (
    <div className={classes.note} data-tone="calm">
      <p className={classes.title}>
        <IconMessage2 size={20} aria-hidden />
        {t('reviewer', { userName })}
      </p>
      <p>{comment}</p>
    </div>
  );
};

export const EarlierNote = ({ shown, completedAt, userName }: NonNullable<QuestionFacts['earlier']>) => {
  const t = useInspectionWords();
  return (
    <p className={classes.earlier}>
      {t('lastTime', { answer: shown })}
      <br />
      {t('lastTimeBy', { day: sayDay(completedAt, currentLanguage()), userName })}
    </p>
  );
};
