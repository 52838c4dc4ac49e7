import type { Field } from '#contract/workbook-definition.ts';
import type { Answer } from '#workbook-engine/answer.ts';
import type { Acts } from './acts.ts';
import type { QuestionFacts } from './question-facts.ts';

/** What an input for an answer is given. Its question stands around it, as a label or a legend. */
export type AnswerInputProps = {
  field: Field;
  facts: QuestionFacts;
  language: string;
  isReadOnly: boolean;
  /** Of the control that the label is for. */
  id: string;
  describedBy: string | undefined;
  isInvalid: boolean;
  /** Keeps an answer; resolves to false when it is none, which the question then says. */
  take: (value: Answer) => Promise<boolean>;
  /** Says that what was typed is no answer. */
  refuse: (why: string) => Promise<boolean>;
  acts: Acts;
};
