import type { FieldType } from '#contract/workbook-definition.ts';
import { allows } from '#workbook-engine/field-issues.ts';
import type { Members } from './draft-tree.ts';
import { newField } from './field-types.ts';

/** Members that all field types support. */
const COMMON_MEMBERS = ['name', 'type', 'label', 'hint', 'relevant'];

/** Changes the type of a field. Removes members that the new type does not support, and limits and defaults of another value type. */
export const changeType = (members: Members, type: FieldType): Members => {
  const hasSameValues = valueTypeOf(members.type) === valueTypeOf(type);
  const remaining = Object.entries(members).filter(([member]) => {
    if (COMMON_MEMBERS.includes(member)) return true;
    if (!hasSameValues && VALUE_MEMBERS.includes(member)) return false;
    return allows(type, member as Parameters<typeof allows>[1]);
  });
  const { name: _, ...requiredMembers } = newField(type, '');
  return { ...requiredMembers, ...Object.fromEntries(remaining), type };
};

/** Members whose values depend on the type of the answer. */
const VALUE_MEMBERS = ['default', 'min', 'max'];
/** Field types with the same type of answer. */
const SAME_VALUES: readonly (readonly FieldType[])[] = [
  ['text', 'longText', 'barcode'],
  ['integer', 'decimal'],
];
const valueTypeOf = (type: FieldType | undefined) =>
  SAME_VALUES.find((types) => types.includes(type!))?.[0] ?? type;
