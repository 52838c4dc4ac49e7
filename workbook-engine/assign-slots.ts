import type { Field, WorkbookDefinition } from '#contract/workbook-definition.ts';
import { getFieldType } from './field-values.ts';
import type { FormField, FormLevel } from './form.ts';
import { type FieldIndex, indexFields } from './index-fields.ts';

/** Assigns each field a level and a slot. Returns all fields, in definition order, and all levels. */
export const assignSlots = (
  definition: WorkbookDefinition,
): { index: FieldIndex; fields: FormField[]; levels: FormLevel[] } => {
  const index = indexFields(definition);
  const formFields: FormField[] = [];
  const levels: FormLevel[] = [];

  const addLevel = (parent: FormLevel | undefined, slot: number): FormLevel => {
    const level = {
      parent,
      slot,
      depth: parent ? parent.depth + 1 : 0,
      index: levels.length,
      fields: [],
      operandCount: 0,
    };
    levels.push(level);
    return level;
  };

  const addFields = (fields: readonly Field[], path: string, level: FormLevel, sectionSlot: number) => {
    for (const [position, field] of fields.entries()) {
      const slot = level.fields.length;
      const fieldPath = `${path}[${position}]`;
      const instanceLevel = field.type === 'repeat' ? addLevel(level, slot) : undefined;
      const formField: FormField = {
        field,
        preparedField: index.allFields.get(field.name.toLowerCase())!,
        path: fieldPath,
        level,
        slot,
        sectionSlot,
        instanceLevel,
        operandCount: 0,
        type: getFieldType(field),
      };
      level.fields.push(formField);
      formFields.push(formField);
      addFields(field.fields ?? [], `${fieldPath}.fields`, instanceLevel ?? level, instanceLevel ? -1 : slot);
    }
  };

  addFields(definition.fields, 'fields', addLevel(undefined, -1), -1);
  return { index, fields: formFields, levels };
};
