import type { InspectionView } from '#service/inspections/inspection-queries.ts';
import { stateOf } from '#service/tasks/task.ts';
import { inspectionTakesNone } from './upload-problems.ts';

/** What a device still has after its task was cancelled is a late result, and kept (decision T10). */
export const mustTakeUploads = (inspection: InspectionView): void => {
  const state = stateOf(inspection.state);
  if (state !== 'Active' && state !== 'Canceled') throw inspectionTakesNone(state);
};
