import { useTranslation } from 'react-i18next';
import type { AnswerComment } from '#contract/inspection.ts';
import { IconArrowsSplit2 } from '#kit/icons/icons.ts';
import type { Answer } from '#workbook-engine/answer.ts';
import { withAnswer } from '#workbook-engine/change-answers.ts';
import type { FormField } from '#workbook-engine/form.ts';
import classes from './Question.module.css';
import type { QuestionActions } from './question-actions.ts';
import type { ConflictFacts } from './question-facts.ts';

type Props = {
  conflict: ConflictFacts;
  formField: FormField;
  actions: QuestionActions;
  isReadOnly: boolean;
};

/** Conflicting answers of two people or devices. The inspector selects one. */
export const ConflictNote = ({
  conflict: { isComment, now, others },
  formField,
  actions,
  isReadOnly,
}: Props) => {
  const { t } = useTranslation('questions');
  const decide = (value: unknown) =>
    isComment
      ? actions.comment(formField.field.name, { text: '', pictures: [], ...(value as AnswerComment | null) })
      : actions.change(formField.field.name, (answers) =>
          withAnswer(answers, formField.field.name, value as Answer),
        );
  return (
    <div className={classes.note} data-tone="warn" role="group" aria-label={t('conflict')}>
      <p className={classes.title}>
        <IconArrowsSplit2 size={20} aria-hidden />
        {t('conflict')}
      </p>
      <p>
        {t('conflictNow')}: <strong>{now.shown}</strong>
      </p>
      {others.map(({ revision, shown, userName, device }) => (
        <p key={revision}>
          {t('conflictOther', { userName, device: device ?? t('unknownDevice') })}: <strong>{shown}</strong>
        </p>
      ))}
      {!isReadOnly && (
        <div className={classes.actions}>
          <button type="button" className={classes.action} onClick={() => decide(now.value)}>
            {t('keepThis', { answer: now.shown })}
          </button>
          {others.map(({ revision, value, shown }) => (
            <button key={revision} type="button" className={classes.action} onClick={() => decide(value)}>
              {t('useOther', { answer: shown })}
            </button>
          ))}
          <p>{t('orNewAnswer')}</p>
        </div>
      )}
    </div>
  );
};
