import { type Static, Type } from 'typebox';
import { limits } from './limits.ts';
import { CustomProperty } from './task.ts';
import { newTaskFields } from './task-field-schemas.ts';

/** If `externalId` is absent, one is generated. The assignee is optional (decision T17). */
export const NewTask = Type.Object(
  {
    externalId: Type.Optional(Type.String({ minLength: 1, maxLength: limits.name })),
    title: Type.String({ minLength: 1, maxLength: limits.name }),
    teamName: Type.String({ minLength: 1, maxLength: limits.name }),
    workbookName: Type.String({ minLength: 1, maxLength: limits.name }),
    assignedUserName: Type.Optional(Type.String({ minLength: 1, maxLength: limits.name })),
    ...newTaskFields,
    itemsToInspect: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: limits.name }), { maxItems: limits.itemsToInspect }),
    ),
    customProperties: Type.Optional(
      Type.Record(Type.String({ minLength: 1, maxLength: limits.customPropertyName }), CustomProperty, {
        maxProperties: limits.customProperties,
      }),
    ),
  },
  { title: 'NewTask', additionalProperties: false },
);
export type NewTask = Static<typeof NewTask>;
