import type { Choice, Field } from '#contract/workbook-definition.ts';
import type { Answers } from './answer.ts';
import type { Level } from './expressions/scope.ts';
import type { Type } from './expressions/types.ts';
import type { Evaluate, Frame, Given } from './expressions/value.ts';
import type { FieldIndex, IndexedField } from './index-fields.ts';

export type Condition = (frame: Frame, given: Given) => boolean;
export type ShowText = (frame: Frame, given: Given) => string;

/** A field with its compiled expressions. */
export type FormField = {
  readonly field: Field;
  readonly indexed: IndexedField;
  /** Its path in the definition: `fields[2].fields[0]`. */
  readonly path: string;
  readonly level: FormLevel;
  /** Its index in the frames of its level. */
  readonly slot: number;
  /** The slot of the section that contains it, on the same level; -1 if there is none. */
  readonly section: number;
  /** The level of its entries, for a repeat. */
  readonly entry: FormLevel | undefined;
  /** Operands and operators of all its expressions. */
  parts: number;
  /** The type of its value; undefined for notes and sections, which have none. */
  type: Type | undefined;
  relevant?: Condition;
  required?: Condition;
  constraint?: Condition;
  failWhen?: Condition;
  choiceFilter?: Condition;
  calculation?: Evaluate;
  /** Calculates the default, at the start or when an entry is added. */
  startValue?: Evaluate;
  label?: ShowText;
  hint?: ShowText;
  constraintMessage?: ShowText;
  choiceOf?: ReadonlyMap<string, Choice>;
};

/** Fields at one level: those of the workbook, or those of the entries of a repeat. */
export type FormLevel = Level & {
  readonly parent: FormLevel | undefined;
  /** Its index in the levels of the form. */
  readonly number: number;
  readonly fields: FormField[];
  /** Operands and operators of the expressions of its fields. */
  parts: number;
};

/** A compiled workbook version. It is immutable, so it can be cached. */
export type Form = {
  readonly index: FieldIndex;
  readonly levels: readonly FormLevel[];
  /** Fields after those that their relevance and calculation depend on. */
  readonly order: readonly FormField[];
};

/** A form with answers, with relevance and value of every field. */
export type FilledForm = { readonly form: Form; readonly root: Frame; readonly given: Given };

export const rootLevel = ({ levels }: Form): FormLevel => levels[0]!;

/** An own property of the answers; undefined if there is none. */
export const answerOf = (answers: Answers, name: string) =>
  Object.hasOwn(answers, name) ? answers[name] : undefined;
