import type { Inspection } from '#contract/inspection.ts';
import type { InspectionRow } from '#contract/result.ts';

type ApprovalResult = {
  approved: InspectionRow[];
  /** Inspections that another reviewer approved first. */
  alreadyApproved: { inspection: InspectionRow; approvedBy: string }[];
  rejected: { inspection: InspectionRow; problem: unknown }[];
};

/** Concurrent requests. More would delay other users' requests. */
const CONCURRENCY = 4;

/** Approves each inspection in a separate request, so that a rejection does not affect the others. */
export const approveInspections = async (
  inspections: readonly InspectionRow[],
  userName: string,
  approve: (id: string, completion: number) => Promise<Pick<Inspection, 'approvedBy'>>,
): Promise<ApprovalResult> => {
  const result: ApprovalResult = { approved: [], alreadyApproved: [], rejected: [] };
  const queue = [...inspections];
  const runWorker = async () => {
    for (let inspection = queue.shift(); inspection; inspection = queue.shift()) {
      try {
        const { approvedBy } = await approve(inspection.id, inspection.completion);
        if (approvedBy === userName) result.approved.push(inspection);
        else result.alreadyApproved.push({ inspection, approvedBy: approvedBy ?? '' });
      } catch (problem) {
        result.rejected.push({ inspection, problem });
      }
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, runWorker));
  return result;
};
