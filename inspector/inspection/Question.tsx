import { memo, useCallback, useId, useState } from 'react';
import { currentLanguage } from '#kit/words.ts';
import type { Answer } from '#workbook-engine/answer.ts';
import { checkAnswer } from '#workbook-engine/check-answer.ts';
import type { FormField } from '#workbook-engine/form.ts';
import { isSameJson } from '#workbook-engine/same-json.ts';
import { AnswerInput } from './AnswerInput.tsx';
import type { Acts } from './acts.ts';
import { ConflictNote } from './ConflictNote.tsx';
import classes from './Question.module.css';
import { EarlierNote, FailureNote, ReviewNote } from './QuestionNotes.tsx';
import type { QuestionFacts } from './question-facts.ts';
import { RemarkEditor } from './RemarkEditor.tsx';
import { sayOfQuestion } from './say-sentence.ts';
import { useInspectionWords } from './words.ts';

type Props = { placed: FormField; facts: QuestionFacts; language: string; isReadOnly: boolean; acts: Acts };

/** Those of which one control is the answer; the others are groups of controls. */
const ONE_CONTROL: ReadonlySet<string> = new Set([
  'text',
  'longText',
  'integer',
  'decimal',
  'date',
  'time',
  'dateTime',
]);
const WITHOUT_ANSWER: ReadonlySet<string> = new Set(['note', 'calculated']);
const CHOSEN: ReadonlySet<string> = new Set(['boolean', 'singleChoice', 'multiChoice', 'location']);

/** A question with its answer, and all that is said of it. */
export const Question = memo(
  (props: Props) => {
    const { placed, facts, language, isReadOnly, acts } = props;
    const { field } = placed;
    const id = useId();
    const t = useInspectionWords();
    const { take, refuse, refused } = useTaking(placed, facts, acts);
    const error = refused ?? facts.error;
    const describedBy =
      [facts.hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`]
        .filter(Boolean)
        .join(' ') || undefined;
    const isGroup = !ONE_CONTROL.has(field.type) && !WITHOUT_ANSWER.has(field.type);
    const head = (
      <>
        {facts.label}
        {facts.isRequired && <span className={classes.required}> {t('required')}</span>}
      </>
    );
    const body = (
      <>
        {facts.hint !== undefined && (
          <p id={`${id}-hint`} className={classes.hint}>
            {facts.hint}
          </p>
        )}
        {facts.comments.map((each) => (
          <ReviewNote key={each.comment} {...each} />
        ))}
        {isReadOnly && isGroup && !facts.isAnswered && <p className={classes.hint}>{t('noAnswer')}</p>}
        <AnswerInput
          {...{ field, facts, language, isReadOnly, describedBy, take, refuse, acts }}
          id={`${id}-control`}
          isInvalid={error !== undefined}
        />
        <div aria-live="polite">
          {error !== undefined && (
            <p id={`${id}-error`} className={classes.error}>
              {error}
            </p>
          )}
          {facts.isFailing && <FailureNote followUp={facts.followUp} />}
        </div>
        {facts.conflicts.map((conflict) => (
          <ConflictNote key={String(conflict.isRemark)} {...{ conflict, placed, acts, isReadOnly }} />
        ))}
        {facts.earlier && <EarlierNote {...facts.earlier} />}
      </>
    );
    return (
      <>
        {isGroup ? (
          <fieldset className={classes.group} aria-describedby={describedBy}>
            <legend className={classes.label}>{head}</legend>
            {body}
          </fieldset>
        ) : (
          <div>
            {WITHOUT_ANSWER.has(field.type) ? (
              <p className={classes.label} data-note={field.type === 'note'}>
                {head}
              </p>
            ) : (
              <label className={classes.label} htmlFor={`${id}-control`}>
                {head}
              </label>
            )}
            {body}
          </div>
        )}
        {field.type !== 'note' && (
          <div className={classes.tools}>
            {facts.remark !== undefined && <RemarkEditor {...{ field, facts, acts, isReadOnly }} />}
            {CHOSEN.has(field.type) && facts.isAnswered && !isReadOnly && (
              <button
                type="button"
                className={classes.tool}
                aria-label={`${t('clear')}: ${facts.label}`}
                onClick={({ currentTarget }) => {
                  // It goes away itself.
                  currentTarget.closest<HTMLElement>('[data-path]')?.focus();
                  void take(null);
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
  (before, after) =>
    before.placed === after.placed &&
    before.acts === after.acts &&
    before.language === after.language &&
    before.isReadOnly === after.isReadOnly &&
    isSameJson(before.facts, after.facts),
);

/** Keeps answers, and says why one cannot be. What cannot be kept takes the place of what was: nothing else is in sight. */
const useTaking = (placed: FormField, { path, label, isAnswered }: QuestionFacts, acts: Acts) => {
  const [refused, setRefused] = useState<string>();
  const { field, indexed } = placed;
  const refuse = useCallback(
    async (why: string) => {
      setRefused(why);
      if (isAnswered) await acts.answer(path, null);
      return false;
    },
    [acts, path, isAnswered],
  );
  const take = useCallback(
    async (value: Answer) => {
      const { answer, faults } = checkAnswer(indexed, value);
      const words = { name: field.name, label, language: currentLanguage() };
      if (faults[0]) return refuse(sayOfQuestion(faults[0].message, words));
      setRefused(undefined);
      await acts.answer(path, answer);
      return true;
    },
    [acts, path, indexed, field, label, refuse],
  );
  return { take, refuse, refused };
};
