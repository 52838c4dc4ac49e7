import type { AnswerFault, Answers } from '#workbook-engine/answer.ts';
import { completionFaults } from '#workbook-engine/completion-faults.ts';
import { TooMuchToJudge } from '#workbook-engine/expressions/budget.ts';
import type { Circumstances } from '#workbook-engine/expressions/value.ts';
import { fillForm } from '#workbook-engine/fill-form.ts';
import type { FilledForm, Form } from '#workbook-engine/form.ts';
import { type Failure, failuresOf } from '#workbook-engine/form-failures.ts';
import { prefill } from '#workbook-engine/prefill.ts';
import type { CustomValue } from '#workbook-engine/prefill-rules.ts';
import { answersTooMany } from './inspection-problems.ts';

/** Where an inspection is done decides which day it is there, and in which language its workbook speaks. */
export const circumstancesOf = (
  { time_zone, language }: { time_zone: string; language: string },
  now: number,
): Circumstances => ({ now, timeZone: time_zone, language });

/** What answers come to. */
export type Judged = {
  filled: FilledForm;
  /** What keeps them from being complete. */
  faults: readonly AnswerFault[];
  failures: readonly Failure[];
};

/**
 * Judges answers in every way at once, so that what is kept today can be read and completed tomorrow; refuses what is too
 * much to be judged.
 */
export const judgeAnswers = (form: Form, answers: Answers, circumstances: Circumstances): Judged =>
  refusingExcess(() => {
    const filled = fillForm(form, answers, circumstances);
    return { filled, faults: completionFaults(filled), failures: failuresOf(filled) };
  });

/** The answers with which an inspection starts, judged too. */
export const judgeBeginning = (
  form: Form,
  properties: Readonly<Record<string, CustomValue>>,
  circumstances: Circumstances,
): ReturnType<typeof prefill> => {
  const beginning = refusingExcess(() => prefill(form, properties, circumstances));
  judgeAnswers(form, beginning.answers, circumstances);
  return beginning;
};

const refusingExcess = <Result>(work: () => Result): Result => {
  try {
    return work();
  } catch (error) {
    if (error instanceof TooMuchToJudge) throw answersTooMany(error.sentence);
    throw error;
  }
};
