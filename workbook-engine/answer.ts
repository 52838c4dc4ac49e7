import type { Sentence } from '#sentences/sentence.ts';
/** A position on earth, WGS 84: degrees, and metres for accuracy and altitude. */
export type Location = { latitude: number; longitude: number; accuracy?: number; altitude?: number };

/** A checked answer as it is stored. `null` is an answer taken back. */
export type Answer = string | number | boolean | null | string[] | Location | Answers[];

/** Answers by field name. The fields of a section stand beside all others, an entry of a repeat holds its own. */
export type Answers = { [field: string]: Answer };

/** Why one answer cannot stand. `field` is a path such as `Height` or `Defects[2].Depth`. */
export type AnswerFault = { field: string; message: Sentence };

/** Whether a required field is satisfied: false is an answer, an empty text or an empty list is none. */
export const isAnswered = (answer: Answer | undefined): boolean => {
  if (answer === undefined || answer === null) return false;
  return typeof answer === 'string' || Array.isArray(answer) ? answer.length > 0 : true;
};
