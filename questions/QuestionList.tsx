import { useEffect, useRef } from 'react';
import type { Field } from '#contract/workbook-definition.ts';
import type { Frame } from '#workbook-engine/expressions/value.ts';
import type { FormField, FormLevel } from '#workbook-engine/form.ts';
import { type AnswerContext, useTarget } from './answer-context.ts';
import { formFieldOf } from './form-fields.ts';
import classes from './Question.module.css';
import { Question } from './Question.tsx';
import type { QuestionActions } from './question-actions.ts';
import { factsOfQuestion } from './question-facts.ts';
import { RepeatAnswer } from './RepeatAnswer.tsx';
import { useInViewport } from './use-in-viewport.ts';

export type QuestionScope = {
  level: FormLevel;
  frame: Frame;
  path: string;
  answerContext: AnswerContext;
  actions: QuestionActions;
};

/** Questions that are rendered immediately; the others when they are close to the visible part. */
const FIRST_DRAWN = 12;

/** The relevant questions of one level. */
export const QuestionList = ({
  fields,
  isInSection = false,
  ...scope
}: QuestionScope & { fields: readonly Field[]; isInSection?: boolean }) =>
  fields.map((field, number) => {
    const formField = formFieldOf(scope.level, field.name);
    if (!formField || !scope.frame.isRelevant[formField.slot]) return null;
    return field.type === 'section' ? (
      <Section key={field.name} formField={formField} {...scope} />
    ) : (
      <Slot
        key={field.name}
        formField={formField}
        isFirst={!isInSection && number < FIRST_DRAWN}
        {...scope}
      />
    );
  });

const Section = ({ formField, ...scope }: QuestionScope & { formField: FormField }) => {
  const { given } = scope.answerContext.evaluated.filled;
  const title = formField.label?.(scope.frame, given);
  return (
    <section aria-label={title}>
      {title !== undefined && <h3 className={classes.section}>{title}</h3>}
      <QuestionList {...scope} fields={formField.field.fields ?? []} isInSection />
    </section>
  );
};

/** The place of a question on the page, for scrolling to it. */
const Slot = ({
  formField,
  isFirst,
  ...scope
}: QuestionScope & { formField: FormField; isFirst: boolean }) => {
  const { answerContext, actions, path, frame } = scope;
  const here = path + formField.field.name;
  const ref = useRef<HTMLDivElement>(null);
  const target = useTarget();
  const isTarget = target?.path === here;
  const isNear = useInViewport(ref, isFirst || isTarget || path !== '');
  useEffect(() => {
    if (isTarget && ref.current) goTo(ref.current, target.how);
  }, [isTarget, target]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only observes the focus
    <div
      ref={ref}
      className={classes.slot}
      data-path={here}
      data-selected={formField.field.name === answerContext.selected}
      data-failing={answerContext.evaluated.failures.has(here)}
      data-far={!isNear}
      tabIndex={-1}
      onFocus={(event) => {
        event.stopPropagation();
        actions.rememberPlace(here);
      }}
    >
      {!isNear ? (
        <p className={classes.label}>{formField.label?.(frame, answerContext.evaluated.filled.given)}</p>
      ) : formField.entry ? (
        <RepeatAnswer formField={formField} {...scope} />
      ) : (
        <Question
          formField={formField}
          facts={factsOfQuestion(formField, scope)}
          language={answerContext.language}
          isReadOnly={answerContext.isReadOnly}
          actions={actions}
        />
      )}
    </div>
  );
};

const CONTROLS = 'input:not([disabled]), textarea, button, select';

const goTo = (question: HTMLElement, how: 'answer' | 'view') => {
  const control = how === 'answer' ? question.querySelector<HTMLElement>(CONTROLS) : null;
  (control ?? question).focus({ preventScroll: true });
  question.scrollIntoView({ block: how === 'answer' ? 'center' : 'start' });
};
