import type { Inspection } from '#contract/inspection.ts';
import type { InspectionRow } from '#contract/result.ts';

export type Rejection = { inspection: InspectionRow; problem: unknown };
export type Approvals = {
  approved: InspectionRow[];
  /** Someone else had approved them before. */
  alreadyApproved: { inspection: InspectionRow; by: string }[];
  rejected: Rejection[];
};

/** Requests that run at the same time. More would make other users wait. */
const AT_ONCE = 4;

/** Approves each inspection on its own: one that cannot be approved does not prevent the others. */
export const approveSeveral = async (
  inspections: readonly InspectionRow[],
  userName: string,
  approve: (id: string, completion: number) => Promise<Pick<Inspection, 'approvedBy'>>,
): Promise<Approvals> => {
  const outcome: Approvals = { approved: [], alreadyApproved: [], rejected: [] };
  const waiting = [...inspections];
  const run = async () => {
    for (let inspection = waiting.shift(); inspection; inspection = waiting.shift()) {
      try {
        const { approvedBy } = await approve(inspection.id, inspection.completion);
        if (approvedBy === userName) outcome.approved.push(inspection);
        else outcome.alreadyApproved.push({ inspection, by: approvedBy ?? '' });
      } catch (problem) {
        outcome.rejected.push({ inspection, problem });
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, run));
  return outcome;
};
