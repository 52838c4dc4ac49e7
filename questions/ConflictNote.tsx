import { useTranslation } from 'react-i18next';
import type { AnswerComment } from '#contract/inspection.ts';
import { IconArrowsSplit2 } from '#kit/icons/icons.ts';
import type { Answer } from '#workbook-engine/answer.ts';
import { withAnswer } from '#workbook-engine/change-answers.ts';
import type { FormField } from '#workbook-engine/form.ts';
import classes from './Question.module.css';
import type { QuestionActions } from './question-actions.ts';
import type { ConflictData } from './question-data.ts';

type Props = {
  conflict: ConflictData;
  formField: FormField;
  actions: QuestionActions;
  isReadOnly: boolean;
};

export const ConflictNote = ({
  conflict: { isComment, currentAnswer, alternatives },
  formField,
  actions,
  isReadOnly,
}: Props) => {
  const { t } = useTranslation('questions');
  const resolveConflict = (value: unknown) =>
    isComment
      ? actions.updateComment(formField.field.name, {
          text: '',
          pictures: [],
          ...(value as AnswerComment | null),
        })
      : actions.updateAnswer(formField.field.name, (answers) =>
          withAnswer(answers, formField.field.name, value as Answer),
        );
  return (
    <div className={classes.note} data-tone="warn" role="group" aria-label={t('conflict')}>
      <p className={classes.title}>
        <IconArrowsSplit2 size={20} aria-hidden />
        {t('conflict')}
      </p>
      <p>
        {t('conflictNow')}: <strong>{currentAnswer.text}</strong>
      </p>
      {alternatives.map(({ revision, text, userName, device }) => (
        <p key={revision}>
          {t('conflictOther', { userName, device: device ?? t('unknownDevice') })}: <strong>{text}</strong>
        </p>
      ))}
      {!isReadOnly && (
        <div className={classes.actions}>
          <button
            type="button"
            className={classes.action}
            onClick={() => resolveConflict(currentAnswer.value)}
          >
            {t('keepThis', { answer: currentAnswer.text })}
          </button>
          {alternatives.map(({ revision, value, text }) => (
            <button
              key={revision}
              type="button"
              className={classes.action}
              onClick={() => resolveConflict(value)}
            >
              {t('useOther', { answer: text })}
            </button>
          ))}
          <p>{t('orNewAnswer')}</p>
        </div>
      )}
    </div>
  );
};
