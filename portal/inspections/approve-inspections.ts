import type { Inspection } from '#contract/inspection.ts';
import type { InspectionRow } from '#contract/result.ts';

export type Rejection = { inspection: InspectionRow; problem: unknown };
export type Approvals = {
  approved: InspectionRow[];
  /** Inspections that another reviewer approved first. */
  alreadyApproved: { inspection: InspectionRow; by: string }[];
  rejected: Rejection[];
};

/** The number of concurrent requests. More would delay other users' requests. */
const CONCURRENCY = 4;

/** Approves each inspection in a separate request so a rejected one does not prevent the others from being approved. */
export const approveInspections = async (
  inspections: readonly InspectionRow[],
  userName: string,
  approve: (id: string, completion: number) => Promise<Pick<Inspection, 'approvedBy'>>,
): Promise<Approvals> => {
  const result: Approvals = { approved: [], alreadyApproved: [], rejected: [] };
  const queue = [...inspections];
  const runWorker = async () => {
    for (let inspection = queue.shift(); inspection; inspection = queue.shift()) {
      try {
        const { approvedBy } = await approve(inspection.id, inspection.completion);
        if (approvedBy === userName) result.approved.push(inspection);
        else result.alreadyApproved.push({ inspection, by: approvedBy ?? '' });
      } catch (problem) {
        result.rejected.push({ inspection, problem });
      }
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, runWorker));
  return result;
};
