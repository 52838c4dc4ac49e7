import type { Choice, Field } from '#contract/workbook-definition.ts';
import type { Answers } from './answer.ts';
import type { Level } from './expressions/scope.ts';
import type { Type } from './expressions/types.ts';
import type { Evaluate, Frame, Given } from './expressions/value.ts';
import type { FieldIndex, IndexedField } from './index-fields.ts';

export type Condition = (frame: Frame, given: Given) => boolean;
export type ShowText = (frame: Frame, given: Given) => string;

/** A field with its expressions, of which every name and type is known. */
export type FormField = {
  readonly field: Field;
  readonly indexed: IndexedField;
  /** Where it stands in the definition: `fields[2].fields[0]`. */
  readonly path: string;
  readonly level: FormLevel;
  /** Its place in the frames of its level. */
  readonly slot: number;
  /** The slot of the section around it on its level; -1 where there is none. */
  readonly section: number;
  /** Of a repeat: its entries. */
  readonly entry: FormLevel | undefined;
  /** Operands and operators of all its expressions. */
  parts: number;
  /** What expressions may do with it; undefined of notes and sections, which have no value. */
  type: Type | undefined;
  relevant?: Condition;
  required?: Condition;
  constraint?: Condition;
  failWhen?: Condition;
  choiceFilter?: Condition;
  calculation?: Evaluate;
  /** Works out the answer at the start, or when an entry is added. */
  startValue?: Evaluate;
  label?: ShowText;
  hint?: ShowText;
  constraintMessage?: ShowText;
  choiceOf?: ReadonlyMap<string, Choice>;
};

/** Fields that stand side by side: those of the workbook, or those of the entries of a repeat. */
export type FormLevel = Level & {
  readonly parent: FormLevel | undefined;
  /** Its place in the form's levels. */
  readonly number: number;
  readonly fields: FormField[];
  /** Operands and operators of the expressions of its fields. */
  parts: number;
};

/** A workbook version, ready to be filled in. Made once and kept: it never changes. */
export type Form = {
  readonly index: FieldIndex;
  readonly levels: readonly FormLevel[];
  /** Every field after those that its relevance and calculation need. */
  readonly order: readonly FormField[];
};

/** A form with answers: what is relevant, and the value of every field. */
export type FilledForm = { readonly form: Form; readonly root: Frame; readonly given: Given };

export const rootLevel = ({ levels }: Form): FormLevel => levels[0]!;

/** An answer of one frame; what is not answered, and what every object has by nature, is undefined. */
export const answerOf = (answers: Answers, name: string) =>
  Object.hasOwn(answers, name) ? answers[name] : undefined;
