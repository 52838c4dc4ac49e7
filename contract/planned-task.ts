import { type Static, Type } from 'typebox';
import { limits } from './limits.ts';
import { Minutes } from './minutes.ts';
import { CustomProperty } from './task.ts';

/** A task as a planner makes it: an external id is given only when one is wanted, and a user may come later (decision T17). */
export const PlannedTaskDraft = Type.Object(
  {
    externalId: Type.Optional(Type.String({ minLength: 1, maxLength: limits.name })),
    title: Type.String({ minLength: 1, maxLength: limits.name }),
    teamName: Type.String({ minLength: 1, maxLength: limits.name }),
    workbookName: Type.String({ minLength: 1, maxLength: limits.name }),
    assignedUserName: Type.Optional(Type.String({ minLength: 1, maxLength: limits.name })),
    description: Type.Optional(Type.String({ maxLength: limits.description })),
    startDate: Type.Optional(Type.String()),
    dueDate: Type.Optional(Type.String()),
    plannedStart: Type.Optional(Type.String({ description: 'When it is to be begun, ISO 8601 with zone' })),
    plannedMinutes: Type.Optional(Minutes),
    itemsToInspect: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: limits.name }), { maxItems: limits.itemsToInspect }),
    ),
    customProperties: Type.Optional(
      Type.Record(Type.String({ minLength: 1, maxLength: limits.customPropertyName }), CustomProperty, {
        maxProperties: limits.customProperties,
      }),
    ),
  },
  { title: 'PlannedTaskDraft', additionalProperties: false },
);
export type PlannedTaskDraft = Static<typeof PlannedTaskDraft>;
