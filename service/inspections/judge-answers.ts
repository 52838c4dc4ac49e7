import type { Answers } from '#workbook-engine/answer.ts';
import { completionFaults } from '#workbook-engine/completion-faults.ts';
import { TooMuchToJudge } from '#workbook-engine/expressions/budget.ts';
import type { Circumstances } from '#workbook-engine/expressions/value.ts';
import { fillForm } from '#workbook-engine/fill-form.ts';
import type { FilledForm, Form } from '#workbook-engine/form.ts';
import { answersTooMany } from './inspection-problems.ts';

/** Where an inspection is done decides which day it is there, and in which language its workbook speaks. */
export const circumstancesOf = (
  { time_zone, language }: { time_zone: string; language: string },
  now: number,
): Circumstances => ({ now, timeZone: time_zone, language });

/** What answers come to; refuses entries of repeats that are too many to be judged. */
export const judgeAnswers = (form: Form, answers: Answers, circumstances: Circumstances): FilledForm => {
  try {
    const filled = fillForm(form, answers, circumstances);
    // Constraints read entries too, so that what is kept today can be completed tomorrow.
    completionFaults(filled);
    return filled;
  } catch (error) {
    if (error instanceof TooMuchToJudge) throw answersTooMany(error.message);
    throw error;
  }
};
