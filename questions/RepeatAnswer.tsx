import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconChevronDown, IconChevronRight, IconPlus, IconTrash } from '#kit/icons/icons.ts';
import type { Answers } from '#workbook-engine/answer.ts';
import { formatAnswerText } from '#workbook-engine/answer-text.ts';
import { withEntryAt, withNewEntry, withoutEntry } from '#workbook-engine/change-answers.ts';
import type { Evaluation, Frame } from '#workbook-engine/expressions/value.ts';
import type { FormField } from '#workbook-engine/form.ts';
import { ConflictNote } from './ConflictNote.tsx';
import { countAnswers } from './form-fields.ts';
import inputs from './inputs.module.css';
import classes from './Question.module.css';
import { QuestionList, type QuestionScope } from './QuestionList.tsx';
import { PreviousAnswerNote, ReviewNote } from './QuestionNotes.tsx';
import { createQuestionData } from './question-data.ts';
import { useQuestionParts } from './question-parts.ts';

export const RepeatAnswer = ({ formField, ...scope }: QuestionScope & { formField: FormField }) => {
  const { frame, path, answerContext, actions } = scope;
  const { t } = useTranslation('questions');
  const { target } = answerContext;
  const { CommentEditor } = useQuestionParts();
  const data = createQuestionData(formField, scope);
  const { label } = data;
  const fieldPath = path + formField.field.name;
  const entries = frame.values[formField.slot] as readonly Frame[];
  const [openEntry, setOpenEntry] = useState<{ index: number; isNew: boolean } | null>(null);
  const [removedEntry, setRemovedEntry] = useState<{ index: number; entry: Answers } | null>(null);

  useEffect(() => {
    if (target?.path.startsWith(`${fieldPath}[`))
      setOpenEntry({ index: Number.parseInt(target.path.slice(fieldPath.length + 1), 10), isNew: false });
  }, [target, fieldPath]);

  const remove = async (index: number) => {
    const entry = entries[index]!.answers;
    await actions.updateAnswer(fieldPath, (answers) => withoutEntry(answers, fieldPath, index));
    setRemovedEntry({ index, entry });
    setOpenEntry(null);
  };
  return (
    <fieldset className={classes.group}>
      <legend className={classes.label}>
        {label}
        {data.isRequired && <span className={classes.required}> {t('required')}</span>}
      </legend>
      {data.hint !== undefined && <p className={classes.hint}>{data.hint}</p>}
      {data.reviewComments.map((review) => (
        <ReviewNote key={review.comment} {...review} />
      ))}
      {entries.length === 0 && <p className={classes.hint}>{t('noEntries')}</p>}
      {entries.map((entry, index) => (
        <Entry
          key={entry.position}
          {...{ formField, scope, entry, index, label }}
          isOpen={openEntry?.index === index}
          isNew={openEntry?.index === index && openEntry.isNew}
          onToggle={() => setOpenEntry(openEntry?.index === index ? null : { index, isNew: false })}
          onRemove={() => remove(index)}
        />
      ))}
      <div aria-live="polite">
        {removedEntry && (
          <div className={classes.undo}>
            {t('entryRemoved', { label, number: removedEntry.index + 1 })}
            <button
              type="button"
              className={inputs.small}
              // biome-ignore lint/a11y/noAutofocus: takes the place of the removed button, which had the focus
              autoFocus
              onClick={async () => {
                await actions.updateAnswer(fieldPath, (answers) =>
                  withEntryAt(answers, fieldPath, removedEntry.index, removedEntry.entry),
                );
                setRemovedEntry(null);
              }}
            >
              {t('undo')}
            </button>
          </div>
        )}
        {data.error !== undefined && <p className={classes.error}>{data.error}</p>}
      </div>
      {data.conflicts.map((conflict) => (
        <ConflictNote
          key={String(conflict.isComment)}
          {...{ conflict, formField, actions }}
          isReadOnly={answerContext.isReadOnly}
        />
      ))}
      {data.previousAnswer && <PreviousAnswerNote {...data.previousAnswer} />}
      {!answerContext.isReadOnly && (
        <button
          type="button"
          className={inputs.add}
          style={{ marginTop: 12 }}
          onClick={async () => {
            setRemovedEntry(null);
            await actions.updateAnswer(fieldPath, (answers) =>
              withNewEntry(answers, fieldPath, {
                form: answerContext.evaluatedForm.filledForm.form,
                level: formField.entryLevel!,
                evaluationContext: answerContext.createEvaluationContext(),
              }),
            );
            setOpenEntry({ index: entries.length, isNew: true });
          }}
        >
          <IconPlus aria-hidden />
          {t('addEntry', { label })}
        </button>
      )}
      {CommentEditor && data.comment !== undefined && (
        <div className={classes.tools}>
          <CommentEditor data={data} isReadOnly={answerContext.isReadOnly} />
        </div>
      )}
    </fieldset>
  );
};

type EntryProps = {
  formField: FormField;
  scope: QuestionScope;
  entry: Frame;
  index: number;
  label: string;
  isOpen: boolean;
  /** Whether the user has just added this entry. */
  isNew: boolean;
  onToggle: () => void;
  onRemove: () => void;
};

const Entry = ({ formField, scope, entry, index, label, isOpen, isNew, onToggle, onRemove }: EntryProps) => {
  const { answerContext, path } = scope;
  const { t } = useTranslation('questions');
  const level = formField.entryLevel!;
  const fields = formField.field.fields ?? [];
  const entryPath = `${path}${formField.field.name}[${index}].`;
  const names = { label, number: index + 1 };
  const hasFailed = [...answerContext.evaluatedForm.failures].some((failure) =>
    failure.startsWith(entryPath),
  );
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isNew) ref.current?.querySelector<HTMLElement>('input, textarea')?.focus();
  }, [isNew]);
  const Icon = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <div className={classes.entry}>
      <div className={classes.entryHead}>
        <button type="button" className={classes.fold} aria-expanded={isOpen} onClick={onToggle}>
          <Icon size={20} aria-hidden />
          <span className={classes.summary}>
            <strong>{t('entry', names)}</strong>
            {hasFailed && <strong className={classes.error}> {t('fails')}</strong>}
            <small>
              {summarizeEntry(formField, entry, answerContext.evaluatedForm.filledForm.evaluation) ||
                t('answeredOf', countAnswers(level, entry, fields))}
            </small>
          </span>
        </button>
        {!answerContext.isReadOnly && (
          <button
            type="button"
            className={inputs.small}
            aria-label={t('removeEntry', names)}
            onClick={onRemove}
          >
            <IconTrash size={20} aria-hidden />
          </button>
        )}
      </div>
      {isOpen && (
        <div ref={ref}>
          <QuestionList {...scope} fields={fields} level={level} frame={entry} path={entryPath} />
        </div>
      )}
    </div>
  );
};

const MAX_SUMMARY_ANSWERS = 3;

const summarizeEntry = ({ entryLevel }: FormField, frame: Frame, evaluation: Evaluation): string =>
  entryLevel!.fields
    .filter((formField) => frame.isRelevant[formField.slot])
    .map((formField) => formatAnswerText(formField, frame, evaluation))
    .filter((text) => text !== '')
    .slice(0, MAX_SUMMARY_ANSWERS)
    .join(' · ');
