import { useEffect, useRef } from 'react';
import type { Field } from '#contract/workbook-definition.ts';
import type { Frame } from '#workbook-engine/expressions/value.ts';
import type { FormField, FormLevel } from '#workbook-engine/form.ts';
import type { AnswerContext } from './answer-context.ts';
import { findFormField } from './form-fields.ts';
import classes from './Question.module.css';
import { Question } from './Question.tsx';
import type { QuestionActions } from './question-actions.ts';
import { createQuestionData } from './question-data.ts';
import { RepeatAnswer } from './RepeatAnswer.tsx';
import { useInViewport } from './use-in-viewport.ts';

export type QuestionScope = {
  level: FormLevel;
  frame: Frame;
  path: string;
  answerContext: AnswerContext;
  actions: QuestionActions;
};

/** The other questions are rendered as they approach the viewport. */
const INITIAL_COUNT = 12;

export const QuestionList = ({
  fields,
  isInSection = false,
  ...scope
}: QuestionScope & { fields: readonly Field[]; isInSection?: boolean }) =>
  fields.map((field, index) => {
    const formField = findFormField(scope.level, field.name);
    if (!formField || !scope.frame.isRelevant[formField.slot]) return null;
    return field.type === 'section' ? (
      <Section key={field.name} formField={formField} {...scope} />
    ) : (
      <LazyQuestion
        key={field.name}
        formField={formField}
        isImmediate={!isInSection && index < INITIAL_COUNT}
        {...scope}
      />
    );
  });

const Section = ({ formField, ...scope }: QuestionScope & { formField: FormField }) => {
  const { evaluation } = scope.answerContext.evaluatedForm.filledForm;
  const title = formField.label?.(scope.frame, evaluation);
  return (
    <section aria-label={title}>
      {title !== undefined && <h3 className={classes.section}>{title}</h3>}
      <QuestionList {...scope} fields={formField.field.fields ?? []} isInSection />
    </section>
  );
};

const LazyQuestion = ({
  formField,
  isImmediate,
  ...scope
}: QuestionScope & { formField: FormField; isImmediate: boolean }) => {
  const { answerContext, actions, path, frame } = scope;
  const fieldPath = path + formField.field.name;
  const ref = useRef<HTMLDivElement>(null);
  const { target } = answerContext;
  const isTarget = target?.path === fieldPath;
  const isNear = useInViewport(ref, isImmediate || isTarget || path !== '');
  useEffect(() => {
    if (isTarget && ref.current) scrollTo(ref.current, target.mode);
  }, [isTarget, target]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only observes the focus
    <div
      ref={ref}
      className={classes.slot}
      data-path={fieldPath}
      data-selected={formField.field.name === answerContext.selectedField}
      data-failing={answerContext.evaluatedForm.failures.has(fieldPath)}
      data-far={!isNear}
      tabIndex={-1}
      onFocus={(event) => {
        event.stopPropagation();
        actions.onFocus(fieldPath);
      }}
    >
      {!isNear ? (
        <p className={classes.label}>
          {formField.label?.(frame, answerContext.evaluatedForm.filledForm.evaluation)}
        </p>
      ) : formField.instanceLevel ? (
        <RepeatAnswer formField={formField} {...scope} />
      ) : (
        <Question
          formField={formField}
          data={createQuestionData(formField, scope)}
          language={answerContext.language}
          isReadOnly={answerContext.isReadOnly}
          actions={actions}
        />
      )}
    </div>
  );
};

const CONTROL_SELECTOR = 'input:not([disabled]), textarea, button, select';

const scrollTo = (question: HTMLElement, mode: 'edit' | 'view') => {
  const control = mode === 'edit' ? question.querySelector<HTMLElement>(CONTROL_SELECTOR) : null;
  (control ?? question).focus({ preventScroll: true });
  question.scrollIntoView({ block: mode === 'edit' ? 'center' : 'start' });
};
