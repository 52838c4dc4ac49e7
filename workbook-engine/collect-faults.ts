import { workbookLimits } from '#contract/workbook-limits.ts';
import type { Sentence } from '#sentences/sentence.ts';
import { ExpressionRefused } from './expressions/syntax.ts';
import type { FoundFault } from './field-faults.ts';
import { FollowsFromFault } from './field-scopes.ts';
import type { FormField } from './form.ts';

/** Faults of members of fields: found in any order, told in that of the fields. */
export type FaultCollector = {
  add(placed: FormField, member: string, at: number, why: Sentence): void;
  /** Does a part of the work on a member; what it refuses is a fault of that member. */
  during(placed: FormField, member: string, work: () => void): void;
  all(): FoundFault[];
};

/** No work is done for faults that would not be told: looking for a name that was meant takes its time. */
export const collectFaults = (fields: readonly FormField[]): FaultCollector => {
  const byField = new Map<FormField, FoundFault[]>(fields.map((placed) => [placed, []]));
  let count = 0;
  const add: FaultCollector['add'] = (placed, member, at, why) => {
    count++;
    byField.get(placed)!.push({ path: `${placed.path}.${member}`, sentence: why, at });
  };
  return {
    add,
    during: (placed, member, work) => {
      if (count >= workbookLimits.faults) return;
      try {
        work();
      } catch (error) {
        if (error instanceof ExpressionRefused) add(placed, member, error.at, error.sentence);
        else if (!(error instanceof FollowsFromFault)) throw error;
      }
    },
    all: () => [...byField.values()].flat(),
  };
};
