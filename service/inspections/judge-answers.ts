import { inSlices } from '#service/http/in-slices.ts';
import type { AnswerFault, Answers } from '#workbook-engine/answer.ts';
import { completeInSteps } from '#workbook-engine/completion-faults.ts';
import { TooMuchToJudge } from '#workbook-engine/expressions/budget.ts';
import type { Circumstances } from '#workbook-engine/expressions/value.ts';
import { fillInSteps } from '#workbook-engine/fill-form.ts';
import type { FilledForm, Form } from '#workbook-engine/form.ts';
import { type Failure, findFailuresInSteps } from '#workbook-engine/form-failures.ts';
import { type Prefilled, prefillInSteps } from '#workbook-engine/prefill.ts';
import type { CustomValue } from '#workbook-engine/prefill-rules.ts';
import type { Work } from '#workbook-engine/work.ts';
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
export const judgeAnswers = (form: Form, answers: Answers, circumstances: Circumstances): Promise<Judged> =>
  refusingExcess(judgeInSteps(form, answers, circumstances));

function* judgeInSteps(form: Form, answers: Answers, circumstances: Circumstances): Work<Judged> {
  const filled = yield* fillInSteps(form, answers, circumstances);
  const faults = yield* completeInSteps(filled);
  return { filled, faults, failures: yield* findFailuresInSteps(filled) };
}

/** The answers with which an inspection starts, judged too. */
export const judgeBeginning = async (
  form: Form,
  properties: Readonly<Record<string, CustomValue>>,
  circumstances: Circumstances,
): Promise<Prefilled> => {
  const beginning = await refusingExcess(prefillInSteps(form, properties, circumstances));
  await judgeAnswers(form, beginning.answers, circumstances);
  return beginning;
};

const refusingExcess = async <Result>(work: Work<Result>): Promise<Result> => {
  try {
    return await inSlices(work);
  } catch (error) {
    if (error instanceof TooMuchToJudge) throw answersTooMany(error.sentence);
    throw error;
  }
};
