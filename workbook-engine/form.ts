import type { Choice, Field } from '#contract/workbook-definition.ts';
import type { Answers } from './answer.ts';
import type { Level } from './expressions/scope.ts';
import type { Type } from './expressions/types.ts';
import type { Evaluate, Evaluation, Evaluator, Frame } from './expressions/value.ts';
import type { FieldIndex, PreparedField } from './index-fields.ts';

type Condition = Evaluator<boolean>;
export type RenderText = Evaluator<string>;

export type FormField = {
  readonly field: Field;
  readonly preparedField: PreparedField;
  /** The path in the definition, such as `fields[2].fields[0]`. */
  readonly path: string;
  readonly level: FormLevel;
  readonly slot: number;
  /** The slot of the enclosing section; -1 if there is none. */
  readonly sectionSlot: number;
  /** The level of the instances if the field is a repeat. */
  readonly instanceLevel: FormLevel | undefined;
  /** The total number of operands and operators in the field's expressions. */
  operandCount: number;
  /** The type of the value; undefined for notes and sections. */
  type: Type | undefined;
  relevant?: Condition;
  required?: Condition;
  constraint?: Condition;
  failWhen?: Condition;
  choiceFilter?: Condition;
  calculation?: Evaluate;
  /** Calculates the default when an inspection starts or a repeat instance is added. */
  defaultValue?: Evaluate;
  label?: RenderText;
  hint?: RenderText;
  constraintMessage?: RenderText;
  choicesByValue?: ReadonlyMap<string, Choice>;
};

export type FormLevel = Level & {
  readonly parent: FormLevel | undefined;
  readonly index: number;
  readonly fields: FormField[];
  /** The total number of operands and operators in the expressions of the level's fields. */
  operandCount: number;
};

/** A compiled workbook version. It is immutable and can be cached. */
export type Form = {
  readonly index: FieldIndex;
  readonly levels: readonly FormLevel[];
  /** The fields in dependency order: each follows those its relevance and calculation depend on. */
  readonly order: readonly FormField[];
};

/** A form with its answers, and every field's relevance and value. */
export type FilledForm = { readonly form: Form; readonly root: Frame; readonly evaluation: Evaluation };

export const rootLevelOf = ({ levels }: Form): FormLevel => levels[0]!;

/** Reads an answer. Safe for field names such as `constructor`. */
export const answerOf = (answers: Answers, name: string) =>
  Object.hasOwn(answers, name) ? answers[name] : undefined;
