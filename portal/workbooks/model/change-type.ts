import type { FieldType } from '#contract/workbook-definition.ts';
import { canHaveProperty } from '#workbook-engine/field-issues.ts';
import type { Properties } from './draft-tree.ts';
import { createField } from './field-types.ts';

const COMMON_PROPERTIES = ['name', 'type', 'label', 'hint', 'relevant'];

/** Removes unsupported properties and, if the type of answer changes, also the limits and the default. */
export const changeType = (properties: Properties, type: FieldType): Properties => {
  const hasSameValueType = findValueType(properties.type) === findValueType(type);
  const remainingProperties = Object.entries(properties).filter(([property]) => {
    if (COMMON_PROPERTIES.includes(property)) return true;
    if (!hasSameValueType && VALUE_PROPERTIES.includes(property)) return false;
    return canHaveProperty(type, property as Parameters<typeof canHaveProperty>[1]);
  });
  const { name: _, ...initialProperties } = createField(type, '');
  return { ...initialProperties, ...Object.fromEntries(remainingProperties), type };
};

const VALUE_PROPERTIES = ['default', 'min', 'max'];
/** Field types with the same type of answer. */
const VALUE_TYPE_GROUPS: readonly (readonly FieldType[])[] = [
  ['text', 'longText', 'barcode'],
  ['integer', 'decimal'],
];
const findValueType = (type: FieldType | undefined) =>
  VALUE_TYPE_GROUPS.find((types) => types.includes(type!))?.[0] ?? type;
