import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconChevronDown, IconChevronRight, IconPlus, IconTrash } from '#kit/icons/icons.ts';
import type { Answers } from '#workbook-engine/answer.ts';
import { withEntry, withEntryAt, withoutEntry } from '#workbook-engine/change-answers.ts';
import type { Frame } from '#workbook-engine/expressions/value.ts';
import type { FormField } from '#workbook-engine/form.ts';
import { useTarget } from './answer-context.ts';
import { ConflictNote } from './ConflictNote.tsx';
import { countOf } from './form-fields.ts';
import inputs from './inputs.module.css';
import classes from './Question.module.css';
import { QuestionList, type QuestionScope } from './QuestionList.tsx';
import { EarlierNote, ReviewNote } from './QuestionNotes.tsx';
import { factsOfQuestion } from './question-facts.ts';
import { useQuestionParts } from './question-parts.ts';
import { summaryOf } from './summary-of-entry.ts';

/** A repeat: its entries, collapsed except for the open one. */
export const RepeatAnswer = ({ formField, ...scope }: QuestionScope & { formField: FormField }) => {
  const { frame, path, answerContext, actions } = scope;
  const { t } = useTranslation('questions');
  const target = useTarget();
  const { CommentEditor } = useQuestionParts();
  const facts = factsOfQuestion(formField, scope);
  const { label } = facts;
  const here = path + formField.field.name;
  const entries = frame.values[formField.slot] as readonly Frame[];
  const [open, setOpen] = useState<number | null>(null);
  const [fresh, setFresh] = useState<number | null>(null);
  const [removed, setRemoved] = useState<{ place: number; entry: Answers } | null>(null);

  useEffect(() => {
    if (target?.path.startsWith(`${here}[`)) setOpen(Number.parseInt(target.path.slice(here.length + 1), 10));
  }, [target, here]);

  const remove = async (place: number) => {
    const entry = entries[place]!.answers;
    await actions.change(here, (answers) => withoutEntry(answers, here, place));
    setRemoved({ place, entry });
    setOpen(null);
    setFresh(null);
  };
  return (
    <fieldset className={classes.group}>
      <legend className={classes.label}>
        {label}
        {facts.isRequired && <span className={classes.required}> {t('required')}</span>}
      </legend>
      {facts.hint !== undefined && <p className={classes.hint}>{facts.hint}</p>}
      {facts.reviewComments.map((each) => (
        <ReviewNote key={each.comment} {...each} />
      ))}
      {entries.length === 0 && <p className={classes.hint}>{t('noEntries')}</p>}
      {entries.map((entry, place) => (
        <Entry
          key={entry.position}
          {...{ formField, scope, entry, place, label }}
          isOpen={open === place}
          isFresh={fresh === place}
          onToggle={() => setOpen(open === place ? null : place)}
          onRemove={() => remove(place)}
        />
      ))}
      <div aria-live="polite">
        {removed && (
          <div className={classes.undo}>
            {t('entryRemoved', { label, number: removed.place + 1 })}
            <button
              type="button"
              className={inputs.small}
              // biome-ignore lint/a11y/noAutofocus: the focused button is gone
              autoFocus
              onClick={async () => {
                await actions.change(here, (answers) =>
                  withEntryAt(answers, here, removed.place, removed.entry),
                );
                setRemoved(null);
              }}
            >
              {t('undo')}
            </button>
          </div>
        )}
        {facts.error !== undefined && <p className={classes.error}>{facts.error}</p>}
      </div>
      {facts.conflicts.map((conflict) => (
        <ConflictNote
          key={String(conflict.isComment)}
          {...{ conflict, formField, actions }}
          isReadOnly={answerContext.isReadOnly}
        />
      ))}
      {facts.earlier && <EarlierNote {...facts.earlier} />}
      {!answerContext.isReadOnly && (
        <button
          type="button"
          className={inputs.add}
          style={{ marginTop: 12 }}
          onClick={async () => {
            setRemoved(null);
            await actions.change(here, (answers) =>
              withEntry(answers, here, {
                form: answerContext.evaluated.filled.form,
                level: formField.entry!,
                evaluationContext: answerContext.evaluationContext(),
              }),
            );
            setOpen(entries.length);
            setFresh(entries.length);
          }}
        >
          <IconPlus aria-hidden />
          {t('addEntry', { label })}
        </button>
      )}
      {CommentEditor && facts.comment !== undefined && (
        <div className={classes.tools}>
          <CommentEditor facts={facts} isReadOnly={answerContext.isReadOnly} />
        </div>
      )}
    </fieldset>
  );
};

type EntryProps = {
  formField: FormField;
  scope: QuestionScope;
  entry: Frame;
  place: number;
  label: string;
  isOpen: boolean;
  /** It was just added. */
  isFresh: boolean;
  onToggle: () => void;
  onRemove: () => void;
};

const Entry = ({
  formField,
  scope,
  entry,
  place,
  label,
  isOpen,
  isFresh,
  onToggle,
  onRemove,
}: EntryProps) => {
  const { answerContext, path } = scope;
  const { t } = useTranslation('questions');
  const level = formField.entry!;
  const fields = formField.field.fields ?? [];
  const here = `${path}${formField.field.name}[${place}].`;
  const names = { label, number: place + 1 };
  const hasFailed = [...answerContext.evaluated.failures].some((failure) => failure.startsWith(here));
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isFresh) ref.current?.querySelector<HTMLElement>('input, textarea')?.focus();
  }, [isFresh]);
  const Sign = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <div className={classes.entry}>
      <div className={classes.entryHead}>
        <button type="button" className={classes.fold} aria-expanded={isOpen} onClick={onToggle}>
          <Sign size={20} aria-hidden />
          <span className={classes.summary}>
            <strong>{t('entry', names)}</strong>
            {hasFailed && <strong className={classes.error}> {t('fails')}</strong>}
            <small>
              {summaryOf(formField, entry, answerContext.evaluated.filled.given) ||
                t('answeredOf', countOf(level, entry, fields))}
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
          <QuestionList {...scope} fields={fields} level={level} frame={entry} path={here} />
        </div>
      )}
    </div>
  );
};
