import { useTranslation } from 'react-i18next';
import { currentLanguage } from '#kit/current-language.ts';
import { formatDay } from '#kit/date-time-format.ts';
import { IconAlertTriangle, IconMessage2 } from '#kit/icons/icons.ts';
import classes from './Question.module.css';
import type { FollowUpInput, QuestionData } from './question-data.ts';

export const FailureNote = ({ followUp }: { followUp: FollowUpInput | undefined }) => {
  const { t } = useTranslation('questions');
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
          {followUp.team && <p>{t('followUpTeam', { team: followUp.team })}</p>}
          {followUp.due && <p>{t('followUpDue', { day: formatDay(followUp.due, currentLanguage()) })}</p>}
        </>
      )}
    </div>
  );
};

export const ReviewNote = ({ comment, userName }: { comment: string; userName: string }) => {
  const { t } = useTranslation('questions');
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

export const PreviousAnswerNote = ({
  text,
  completedAt,
  inspectorName,
}: NonNullable<QuestionData['previousAnswer']>) => {
  const { t } = useTranslation('questions');
  return (
    <details className={classes.previousAnswer}>
      <summary>{t('lastTime', { answer: text })}</summary>
      <p>{t('lastTimeBy', { day: formatDay(completedAt, currentLanguage()), name: inspectorName })}</p>
    </details>
  );
};
