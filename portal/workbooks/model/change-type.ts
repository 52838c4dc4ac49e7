import type { FieldType } from '#contract/workbook-definition.ts';
import { mayHave } from '#workbook-engine/field-faults.ts';
import type { Members } from './draft-tree.ts';
import { newField } from './field-types.ts';

/** Members that fields of every type may have. */
const ALWAYS = ['name', 'type', 'label', 'hint', 'relevant'];

/** A field as one of another type: what that type has no use for is left out, bounds and defaults of another kind too. */
export const changeType = (members: Members, type: FieldType): Members => {
  const isAlike = kindOf(members.type) === kindOf(type);
  const kept = Object.entries(members).filter(([member]) => {
    if (ALWAYS.includes(member)) return true;
    if (!isAlike && KIND_BOUND.includes(member)) return false;
    return mayHave(type, member as Parameters<typeof mayHave>[1]);
  });
  const { name: _, ...least } = newField(type, '');
  return { ...least, ...Object.fromEntries(kept), type };
};

const KIND_BOUND = ['default', 'min', 'max'];
const KINDS: readonly (readonly FieldType[])[] = [
  ['text', 'longText', 'barcode'],
  ['integer', 'decimal'],
];
const kindOf = (type: FieldType | undefined) => KINDS.findIndex((kind) => kind.includes(type!)) + 1 || type;
