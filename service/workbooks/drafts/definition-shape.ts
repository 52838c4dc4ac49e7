import { WorkbookDefinition } from '#contract/workbook-definition.ts';
import { msg } from '#i18n/message.ts';
import { createSchemaCheckInSteps } from '#service/shape/shape-check.ts';

export const checkShapeInSteps = createSchemaCheckInSteps(WorkbookDefinition, {
  documentName: msg`The definition`,
});
