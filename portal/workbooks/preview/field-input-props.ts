import type { ReactNode } from 'react';
import type { Field } from '#contract/workbook-definition.ts';
import type { Answer } from '#workbook-engine/answer.ts';

/** What surrounds the input of every kind of field. */
export type InputFrame = {
  label: ReactNode;
  description?: ReactNode;
  error?: ReactNode;
  withAsterisk?: boolean;
};

export type FieldInputProps = {
  field: Field;
  /** What stands in it: an answer, or what was typed and is none. */
  value: unknown;
  /** The values of the choices that the other answers leave. */
  offered: readonly string[];
  /** Of a calculated field: what it comes to, for people. */
  shown: string;
  language: string;
  frame: InputFrame;
  onAnswer: (value: Answer) => void;
};
