import { ProvisionFile } from '#contract/provision.ts';
import { createShapeCheck } from '#service/shape/shape-check.ts';

/** What the schema of the file refuses: unknown and missing members, wrong types, values out of bounds. */
export const shapeFaults = createShapeCheck(ProvisionFile, {
  whole: 'The file',
  secrets: ['password', 'clientSecret'],
});
