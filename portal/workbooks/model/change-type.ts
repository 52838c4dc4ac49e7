import type { FieldType } from '#contract/workbook-definition.ts';
import { allows } from '#workbook-engine/field-issues.ts';
import type { Properties } from './draft-tree.ts';
import { createField } from './field-types.ts';

const COMMON_PROPERTIES = ['name', 'type', 'label', 'hint', 'relevant'];

/** Removes unsupported properties and, if the type of answer changes, limits and the default. */
export const changeType = (properties: Properties, type: FieldType): Properties => {
  const hasSameValueType = findValueType(properties.type) === findValueType(type);
  const remaining = Object.entries(properties).filter(([property]) => {
    if (COMMON_PROPERTIES.includes(property)) return true;
    if (!hasSameValueType && VALUE_PROPERTIES.includes(property)) return false;
    return allows(type, property as Parameters<typeof allows>[1]);
  });
  const { name: _, ...requiredProperties } = createField(type, '');
  return { ...requiredProperties, ...Object.fromEntries(remaining), type };
};

/** Properties whose values depend on the type of answer. */
const VALUE_PROPERTIES = ['default', 'min', 'max'];
/** Groups of field types that share a type of answer. */
const SAME_VALUES: readonly (readonly FieldType[])[] = [
  ['text', 'longText', 'barcode'],
  ['integer', 'decimal'],
];
const findValueType = (type: FieldType | undefined) =>
  SAME_VALUES.find((types) => types.includes(type!))?.[0] ?? type;
