import type { Field } from '#contract/workbook-definition.ts';
import type { Answer } from '#workbook-engine/answer.ts';
import type { QuestionData } from './question-data.ts';

export type InputData = Pick<
  QuestionData,
  'path' | 'label' | 'isRequired' | 'answer' | 'offeredValues' | 'calculatedText' | 'hasFailed'
> & { draft?: string | undefined };

/** The surrounding question provides the label or legend. */
export type AnswerInputProps = {
  field: Field;
  data: InputData;
  language: string;
  isReadOnly: boolean;
  id: string;
  describedBy: string | undefined;
  isInvalid: boolean;
  /** Resolves to false if the answer is invalid, in which case the question shows an error. */
  save: (value: Answer) => Promise<boolean>;
  reject: (reason: string) => Promise<boolean>;
  saveDraft?: ((text: string) => Promise<void>) | undefined;
  toggle: (choice: string) => void;
};
