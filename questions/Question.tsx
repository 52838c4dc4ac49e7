import { memo, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Answer } from '#workbook-engine/answer.ts';
import { readAnswer, withAnswer } from '#workbook-engine/change-answers.ts';
import { checkAnswer } from '#workbook-engine/check-answer.ts';
import type { FormField } from '#workbook-engine/form.ts';
import { isSameJson } from '#workbook-engine/json.ts';
import { AnswerInput } from './AnswerInput.tsx';
import { ConflictNote } from './ConflictNote.tsx';
import { localizeMessage } from './localize-message.ts';
import classes from './Question.module.css';
import { FailureNote, PreviousAnswerNote, ReviewNote } from './QuestionNotes.tsx';
import type { QuestionActions } from './question-actions.ts';
import { useQuestionComponents } from './question-components.ts';
import type { QuestionData } from './question-data.ts';
import { toggleChoice } from './toggle-choice.ts';

type Props = {
  formField: FormField;
  data: QuestionData;
  language: string;
  isReadOnly: boolean;
  actions: QuestionActions;
};

const SINGLE_CONTROL_TYPES: ReadonlySet<string> = new Set([
  'text',
  'longText',
  'integer',
  'decimal',
  'date',
  'time',
  'dateTime',
]);
const READ_ONLY_TYPES: ReadonlySet<string> = new Set(['note', 'calculated']);
const CLEARABLE_TYPES: ReadonlySet<string> = new Set(['boolean', 'singleChoice', 'multiChoice', 'location']);

export const Question = memo(
  (props: Props) => {
    const { formField, data, language, isReadOnly, actions } = props;
    const { field } = formField;
    const id = useId();
    const { t } = useTranslation('questions');
    const { save, reject, saveDraft, rejection } = useSaveAnswer(formField, data, actions);
    const { CommentEditor } = useQuestionComponents();
    const toggle = (choice: string) =>
      void actions.updateAnswer(data.path, (answers) => {
        const selected = (readAnswer(answers, data.path) ?? []) as string[];
        return withAnswer(answers, data.path, toggleChoice(selected, choice));
      });
    const error = rejection ?? data.error;
    const describedBy =
      [data.hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`]
        .filter(Boolean)
        .join(' ') || undefined;
    const isGroup = !SINGLE_CONTROL_TYPES.has(field.type) && !READ_ONLY_TYPES.has(field.type);
    const heading = (
      <>
        {data.label}
        {data.isRequired && <span className={classes.required}> {t('required')}</span>}
      </>
    );
    const body = (
      <>
        {data.hint !== undefined && (
          <p id={`${id}-hint`} className={classes.hint}>
            {data.hint}
          </p>
        )}
        {data.reviewComments.map((review) => (
          <ReviewNote key={review.comment} {...review} />
        ))}
        {isReadOnly && isGroup && !data.isAnswered && <p className={classes.hint}>{t('noAnswer')}</p>}
        <AnswerInput
          {...{ field, data, language, isReadOnly, describedBy, save, reject, saveDraft }}
          toggle={toggle}
          id={`${id}-control`}
          isInvalid={error !== undefined}
        />
        <div aria-live="polite">
          {error !== undefined && (
            <p id={`${id}-error`} className={classes.error}>
              {error}
            </p>
          )}
          {data.hasFailed && <FailureNote followUp={data.followUp} />}
        </div>
        {data.conflicts.map((conflict) => (
          <ConflictNote key={String(conflict.isComment)} {...{ conflict, formField, actions, isReadOnly }} />
        ))}
        {data.previousAnswer && <PreviousAnswerNote {...data.previousAnswer} />}
      </>
    );
    return (
      <>
        {isGroup ? (
          <fieldset className={classes.group} aria-describedby={describedBy}>
            <legend className={classes.label}>{heading}</legend>
            {body}
          </fieldset>
        ) : (
          <div>
            {READ_ONLY_TYPES.has(field.type) ? (
              <p className={classes.label} data-note={field.type === 'note'}>
                {heading}
              </p>
            ) : (
              <label className={classes.label} htmlFor={`${id}-control`}>
                {heading}
              </label>
            )}
            {body}
          </div>
        )}
        {(!READ_ONLY_TYPES.has(field.type) || data.comment) && (
          <div className={classes.tools}>
            {CommentEditor && data.comment !== undefined && <CommentEditor {...{ data, isReadOnly }} />}
            {CLEARABLE_TYPES.has(field.type) && data.isAnswered && !isReadOnly && (
              <button
                type="button"
                className={classes.tool}
                aria-label={`${t('clear')}: ${data.label}`}
                onClick={({ currentTarget }) => {
                  // Saving removes the button, which would lose the focus.
                  currentTarget.closest<HTMLElement>('[data-path]')?.focus();
                  void save(null);
                }}
              >
                {t('clear')}
              </button>
            )}
          </div>
        )}
      </>
    );
  },
  (previous, next) =>
    previous.formField === next.formField &&
    previous.actions === next.actions &&
    previous.language === next.language &&
    previous.isReadOnly === next.isReadOnly &&
    isSameJson(previous.data, next.data),
);

/** Rejecting an invalid answer also clears the saved answer, which is no longer visible. */
const useSaveAnswer = (
  formField: FormField,
  { path, label, isAnswered }: QuestionData,
  actions: QuestionActions,
) => {
  const [rejection, setRejection] = useState<string>();
  const { field, preparedField } = formField;
  const reject = async (reason: string) => {
    setRejection(reason);
    if (isAnswered) await actions.updateAnswer(path, (answers) => withAnswer(answers, path, null));
    return false;
  };
  const save = async (value: Answer) => {
    const { answer, issues } = checkAnswer(preparedField, value);
    if (issues[0]) return reject(localizeMessage(issues[0].message, { name: field.name, label }));
    setRejection(undefined);
    await actions.updateAnswer(path, (answers) => withAnswer(answers, path, answer));
    return true;
  };
  const saveDraft = async (text: string) => actions.saveDraft?.(path, text);
  return { save, reject, saveDraft, rejection };
};
