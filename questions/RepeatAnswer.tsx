import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconChevronDown, IconChevronRight, IconPlus, IconTrash } from '#kit/icons/icons.ts';
import type { Answers } from '#workbook-engine/answer.ts';
import { formatAnswerText } from '#workbook-engine/answer-text.ts';
import { withInstanceAt, withNewInstance, withoutInstance } from '#workbook-engine/change-answers.ts';
import type { Evaluation, Frame } from '#workbook-engine/expressions/value.ts';
import type { FormField } from '#workbook-engine/form.ts';
import { ConflictNote } from './ConflictNote.tsx';
import { countAnswers } from './form-fields.ts';
import inputs from './inputs.module.css';
import classes from './Question.module.css';
import { QuestionList, type QuestionScope } from './QuestionList.tsx';
import { PreviousAnswerNote, ReviewNote } from './QuestionNotes.tsx';
import { useQuestionComponents } from './question-components.ts';
import { createQuestionData } from './question-data.ts';

export const RepeatAnswer = ({ formField, ...scope }: QuestionScope & { formField: FormField }) => {
  const { frame, path, answerContext, actions } = scope;
  const { t } = useTranslation('questions');
  const { target } = answerContext;
  const { CommentEditor } = useQuestionComponents();
  const data = createQuestionData(formField, scope);
  const { label } = data;
  const fieldPath = path + formField.field.name;
  const instances = frame.values[formField.slot] as readonly Frame[];
  const [openInstance, setOpenInstance] = useState<{ index: number; isNew: boolean } | null>(null);
  const [removedInstance, setRemovedInstance] = useState<{ index: number; answers: Answers } | null>(null);

  useEffect(() => {
    if (target?.path.startsWith(`${fieldPath}[`))
      setOpenInstance({ index: Number.parseInt(target.path.slice(fieldPath.length + 1), 10), isNew: false });
  }, [target, fieldPath]);

  const remove = async (index: number) => {
    await actions.updateAnswer(fieldPath, (answers) => withoutInstance(answers, fieldPath, index));
    setRemovedInstance({ index, answers: instances[index]!.answers });
    setOpenInstance(null);
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
      {instances.length === 0 && <p className={classes.hint}>{t('noEntries')}</p>}
      {instances.map((instance, index) => (
        <Instance
          key={instance.position}
          {...{ formField, scope, instance, index, label }}
          isOpen={openInstance?.index === index}
          isNew={openInstance?.index === index && openInstance.isNew}
          onToggle={() => setOpenInstance(openInstance?.index === index ? null : { index, isNew: false })}
          onRemove={() => remove(index)}
        />
      ))}
      <div aria-live="polite">
        {removedInstance && (
          <div className={classes.undo}>
            {t('entryRemoved', { label, number: removedInstance.index + 1 })}
            <button
              type="button"
              className={inputs.small}
              // biome-ignore lint/a11y/noAutofocus: takes the place of the removed button, which had the focus
              autoFocus
              onClick={async () => {
                await actions.updateAnswer(fieldPath, (answers) =>
                  withInstanceAt(answers, fieldPath, removedInstance.index, removedInstance.answers),
                );
                setRemovedInstance(null);
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
          aria-label={t('addEntryTo', { label })}
          onClick={async () => {
            setRemovedInstance(null);
            await actions.updateAnswer(fieldPath, (answers) =>
              withNewInstance(answers, fieldPath, {
                form: answerContext.evaluatedForm.filledForm.form,
                level: formField.instanceLevel!,
                evaluationContext: answerContext.createEvaluationContext(),
              }),
            );
            setOpenInstance({ index: instances.length, isNew: true });
          }}
        >
          <IconPlus aria-hidden />
          {t('addEntry')}
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

type Props = {
  formField: FormField;
  scope: QuestionScope;
  instance: Frame;
  index: number;
  label: string;
  isOpen: boolean;
  isNew: boolean;
  onToggle: () => void;
  onRemove: () => void;
};

const Instance = ({ formField, scope, instance, index, label, isOpen, isNew, onToggle, onRemove }: Props) => {
  const { answerContext, path } = scope;
  const { t } = useTranslation('questions');
  const level = formField.instanceLevel!;
  const fields = formField.field.fields ?? [];
  const instancePath = `${path}${formField.field.name}[${index}].`;
  const names = { label, number: index + 1 };
  const hasFailed = [...answerContext.evaluatedForm.failures].some((failure) =>
    failure.startsWith(instancePath),
  );
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isNew) ref.current?.querySelector<HTMLElement>('input, textarea')?.focus();
  }, [isNew]);
  const Icon = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <div className={classes.instance}>
      <div className={classes.instanceHead}>
        <button type="button" className={classes.fold} aria-expanded={isOpen} onClick={onToggle}>
          <Icon size={20} aria-hidden />
          <span className={classes.summary}>
            <strong>{t('entry', names)}</strong>
            {hasFailed && <strong className={classes.error}> {t('fails')}</strong>}
            <small>
              {summarizeInstance(formField, instance, answerContext.evaluatedForm.filledForm.evaluation) ||
                t('answeredOf', countAnswers(level, instance, fields))}
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
          <QuestionList {...scope} fields={fields} level={level} frame={instance} path={instancePath} />
        </div>
      )}
    </div>
  );
};

const MAX_SUMMARY_ANSWERS = 3;

const summarizeInstance = ({ instanceLevel }: FormField, frame: Frame, evaluation: Evaluation): string =>
  instanceLevel!.fields
    .filter((formField) => frame.isRelevant[formField.slot])
    .map((formField) => formatAnswerText(formField, frame, evaluation))
    .filter((text) => text !== '')
    .slice(0, MAX_SUMMARY_ANSWERS)
    .join(' · ');
