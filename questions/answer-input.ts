import type { Field } from '#contract/workbook-definition.ts';
import type { Answer } from '#workbook-engine/answer.ts';
import type { QuestionData } from './question-data.ts';

/** The part of a question that its input needs. */
export type InputData = Pick<
  QuestionData,
  'path' | 'label' | 'isRequired' | 'answer' | 'offered' | 'calculatedText' | 'hasFailed'
> & { draft?: string | undefined };

/** The props of an input. The question around it is its label or legend. */
export type AnswerInputProps = {
  field: Field;
  data: InputData;
  language: string;
  isReadOnly: boolean;
  /** The id of the control, for the label. */
  id: string;
  describedBy: string | undefined;
  isInvalid: boolean;
  /** Saves an answer. Resolves to false if it is invalid; the question then shows an error. */
  save: (value: Answer) => Promise<boolean>;
  /** Shows an error about invalid text. */
  reject: (reason: string) => Promise<boolean>;
  /** Stores typed text that is invalid. */
  saveDraft?: ((text: string) => Promise<void>) | undefined;
  /** Selects or clears one of several choices. */
  toggle: (choice: string) => void;
};
