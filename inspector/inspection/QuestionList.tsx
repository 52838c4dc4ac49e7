import { useEffect, useRef } from 'react';
import type { Field } from '#contract/workbook-definition.ts';
import type { Frame } from '#workbook-engine/expressions/value.ts';
import type { FormField, FormLevel } from '#workbook-engine/form.ts';
import type { Acts } from './acts.ts';
import { type Answering, useTarget } from './answering.ts';
import { placedOf } from './form-pages.ts';
import classes from './Question.module.css';
import { Question } from './Question.tsx';
import { factsOfQuestion } from './question-facts.ts';
import { RepeatAnswer } from './RepeatAnswer.tsx';
import { useNear } from './use-near.ts';

export type Standing = { level: FormLevel; frame: Frame; path: string; answering: Answering; acts: Acts };

/** Questions drawn at once; of the others only what is near. */
const FIRST_DRAWN = 12;

/** The questions that stand beside each other and are asked now. */
export const QuestionList = ({ fields, ...standing }: Standing & { fields: readonly Field[] }) =>
  fields.map((field, number) => {
    const placed = placedOf(standing.level, field.name);
    if (!placed || !standing.frame.isRelevant[placed.slot]) return null;
    return field.type === 'section' ? (
      <Section key={field.name} placed={placed} {...standing} />
    ) : (
      <Slot key={field.name} placed={placed} isFirst={number < FIRST_DRAWN} {...standing} />
    );
  });

const Section = ({ placed, ...standing }: Standing & { placed: FormField }) => {
  const { given } = standing.answering.judged.filled;
  return (
    <section aria-label={placed.label?.(standing.frame, given)}>
      <h3 className={classes.section}>{placed.label?.(standing.frame, given) ?? placed.field.name}</h3>
      <QuestionList {...standing} fields={placed.field.fields ?? []} />
    </section>
  );
};

/** The place of a question on the page, where it is gone to. */
const Slot = ({ placed, isFirst, ...standing }: Standing & { placed: FormField; isFirst: boolean }) => {
  const { answering, acts, path, frame } = standing;
  const here = path + placed.field.name;
  const ref = useRef<HTMLDivElement>(null);
  const target = useTarget();
  const isTarget = target?.path === here;
  const isNear = useNear(ref, isFirst || isTarget || path !== '');
  useEffect(() => {
    if (isTarget && ref.current) goTo(ref.current, target.how);
  }, [isTarget, target]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears where somebody is, and does nothing
    <div
      ref={ref}
      className={classes.slot}
      data-path={here}
      data-failing={answering.judged.failures.has(here)}
      data-far={!isNear}
      tabIndex={-1}
      onFocus={(event) => {
        event.stopPropagation();
        acts.beAt(here);
      }}
    >
      {!isNear ? (
        <p className={classes.label}>{placed.label?.(frame, answering.judged.filled.given)}</p>
      ) : placed.entry ? (
        <RepeatAnswer placed={placed} {...standing} />
      ) : (
        <Question
          placed={placed}
          facts={factsOfQuestion(placed, standing)}
          language={answering.language}
          isReadOnly={answering.isReadOnly}
          acts={acts}
        />
      )}
    </div>
  );
};

const CONTROLS = 'input:not([disabled]), textarea, button, select';

const goTo = (question: HTMLElement, how: 'answer' | 'look') => {
  const control = how === 'answer' ? question.querySelector<HTMLElement>(CONTROLS) : null;
  (control ?? question).focus({ preventScroll: true });
  question.scrollIntoView({ block: how === 'answer' ? 'center' : 'start' });
};
