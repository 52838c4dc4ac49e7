import type { ReactNode } from 'react';
import type { Field } from '#contract/workbook-definition.ts';
import type { Answer } from '#workbook-engine/answer.ts';

/** Props that all inputs share. */
export type InputFrame = {
  label: ReactNode;
  description?: ReactNode;
  error?: ReactNode;
  withAsterisk?: boolean;
};

export type FieldInputProps = {
  field: Field;
  /** An answer, or an invalid input. */
  value: unknown;
  /** Values of the available choices after filtering. */
  offered: readonly string[];
  /** The formatted value of a calculated field. */
  shown: string;
  language: string;
  frame: InputFrame;
  onAnswer: (value: Answer) => void;
};
