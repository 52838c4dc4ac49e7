import type { Message } from '#i18n/message.ts';

/** A position on Earth (WGS 84), in degrees, with accuracy and altitude in metres. */
export type Location = { latitude: number; longitude: number; accuracy?: number; altitude?: number };

/** A valid answer in the stored format. `null` clears an answer. */
export type Answer = string | number | boolean | null | string[] | Location | Answers[];

/** Answers by field name. Fields in a section are on the same level as the section itself. */
export type Answers = { [field: string]: Answer };

/** An error in one answer. `field` is a path such as `Height` or `Defects[2].Depth`. */
export type AnswerIssue = { field: string; message: Message };

/** Returns whether a field counts as answered: false is an answer, but an empty string or list is not. */
export const isAnswered = (answer: Answer | undefined): boolean => {
  if (answer === undefined || answer === null) return false;
  return typeof answer === 'string' || Array.isArray(answer) ? answer.length > 0 : true;
};
