import { type Field, WorkbookDefinition } from '#contract/workbook-definition.ts';
import { workbookLimits } from '#contract/workbook-limits.ts';
import { sentence } from '#sentences/sentence.ts';
import type { Database } from '#service/database/connect.ts';
import { inSlices } from '#service/http/in-slices.ts';
import { pathText } from '#service/shape/fault.ts';
import { createShapeCheck } from '#service/shape/shape-check.ts';
import { examineInSteps } from '#workbook-engine/check-definition.ts';
import type { FoundFault } from '#workbook-engine/field-faults.ts';
import { followUpFaults } from './follow-up-faults.ts';

const shapeFaults = createShapeCheck(WorkbookDefinition, { whole: sentence`The definition` });

/**
 * Why fields cannot be published, with none if they can: first what their schema refuses; when that is nothing, what the
 * workbook engine says, and which follow-ups name nobody. At most a hundred.
 */
export const definitionFaults = async (
  db: Database,
  tenantId: number,
  fields: readonly unknown[],
): Promise<FoundFault[]> => {
  const { faults: ofShape } = shapeFaults({ fields });
  if (ofShape.length > 0) {
    return ofShape
      .slice(0, workbookLimits.faults)
      .map(({ path, message }) => ({ path: pathText(path), sentence: message }));
  }
  const definition = { fields: fields as Field[] };
  const { faults: ofMeaning } = await inSlices(examineInSteps(definition));
  const faults = [...ofMeaning, ...(await followUpFaults(db, tenantId, definition.fields))];
  return faults.slice(0, workbookLimits.faults);
};
