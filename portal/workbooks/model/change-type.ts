import type { FieldType } from '#contract/workbook-definition.ts';
import { allows } from '#workbook-engine/field-issues.ts';
import type { Members } from './draft-tree.ts';
import { newField } from './field-types.ts';

/** Members that all field types support. */
const ALWAYS = ['name', 'type', 'label', 'hint', 'relevant'];

/** Changes the type of a field. Removes members that the new type does not support, and limits and defaults of another kind. */
export const changeType = (members: Members, type: FieldType): Members => {
  const isAlike = kindOf(members.type) === kindOf(type);
  const remaining = Object.entries(members).filter(([member]) => {
    if (ALWAYS.includes(member)) return true;
    if (!isAlike && KIND_BOUND.includes(member)) return false;
    return allows(type, member as Parameters<typeof allows>[1]);
  });
  const { name: _, ...least } = newField(type, '');
  return { ...least, ...Object.fromEntries(remaining), type };
};

const KIND_BOUND = ['default', 'min', 'max'];
const KINDS: readonly (readonly FieldType[])[] = [
  ['text', 'longText', 'barcode'],
  ['integer', 'decimal'],
];
const kindOf = (type: FieldType | undefined) => KINDS.findIndex((kind) => kind.includes(type!)) + 1 || type;
