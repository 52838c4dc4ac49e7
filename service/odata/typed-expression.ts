import type { EdmType } from './edm.ts';
import type { Field, KeyId, RelatedKey } from './fields.ts';
import type { Overload } from './functions.ts';
import type { Arithmetic, Comparison, Literal } from './syntax.ts';

/** A resolved and type-checked expression. */
export type TypedExpression = { type: EdmType; nullable: boolean } & (
  | { kind: 'constant'; value: Literal['value'] }
  | { kind: 'field'; field: Field }
  /** True if a field stored as a number has one of these codes (see `combineCodes`). */
  | { kind: 'codes'; encoding: NonNullable<Field['codes']>; codes: ReadonlySet<number> }
  /** True if the related row is one of these (see `resolveKeys`). */
  | { kind: 'keys'; key: RelatedKey; ids: readonly KeyId[] }
  /** The operand, converted to `type`. */
  | { kind: 'promotion'; operand: TypedExpression }
  | { kind: 'call'; overload: Overload; args: TypedExpression[] }
  | { kind: 'not'; operand: TypedExpression }
  | { kind: 'negate'; operand: TypedExpression }
  /** Both sides have the same type. */
  | { kind: 'comparison'; operator: Comparison; left: TypedExpression; right: TypedExpression }
  | { kind: 'arithmetic'; operator: Arithmetic; left: TypedExpression; right: TypedExpression }
  | { kind: 'and'; operands: TypedExpression[] }
  | { kind: 'or'; operands: TypedExpression[] }
);

export type TypedNode<Kind extends TypedExpression['kind']> = Extract<TypedExpression, { kind: Kind }>;
