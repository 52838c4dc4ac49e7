import { ProvisionFile } from '#contract/provision.ts';
import { inEnglish, verbatim } from '#sentences/sentence.ts';
import type { Fault } from '#service/shape/fault.ts';
import { createShapeCheck } from '#service/shape/shape-check.ts';

const findFaults = createShapeCheck(ProvisionFile, {
  whole: verbatim('The file'),
  secrets: ['password', 'clientSecret'],
});

/** What the schema of the file refuses: unknown and missing members, wrong types, values out of bounds. */
export const shapeFaults = (value: unknown): { faults: Fault[]; isCutShort: boolean } => {
  const { faults, isCutShort } = findFaults(value);
  return { faults: faults.map(({ path, message }) => ({ path, message: inEnglish(message) })), isCutShort };
};
