import { sentence } from '#sentences/sentence.ts';
import { Problem } from '#service/problem.ts';
import type { FoundFault } from '#workbook-engine/field-faults.ts';

/** Who saved a draft last, and when. */
type Stamp = { modified_by: string; modified_at: Date };

const saved = ({ modified_by, modified_at }: Stamp) =>
  sentence`${modified_by} saved it at ${modified_at.toISOString()}`;

export const draftMissing = () =>
  new Problem('missing', sentence`The workbook has no draft: begin one, empty or with what a version says.`);

export const draftOutdated = (draft: Stamp & { revision: number }) =>
  new Problem(
    'outdated',
    sentence`The draft was changed meanwhile: ${saved(draft)}, as revision ${draft.revision}. Read it, and bring your change to it.`,
  );

export const draftGone = () =>
  new Problem(
    'outdated',
    sentence`There is no draft: it was published or thrown away meanwhile, or never begun. To begin one, save with If-None-Match: *.`,
  );

export const draftThere = (draft: Stamp) =>
  new Problem(
    'outdated',
    sentence`There is a draft already: ${saved(draft)}. Read it, and go on from there.`,
  );

export const draftInTheWay = (draft: Stamp) =>
  new Problem(
    'conflict',
    sentence`There is a draft already: ${saved(draft)}. Publish it or throw it away before you begin another.`,
  );

export const draftUnconditional = () =>
  new Problem(
    'unconditional',
    sentence`Say what you expect: If-Match with the ETag of the draft that you read, or If-None-Match: * to begin one.`,
  );

/** Every fault by its path; nothing is published. */
export const draftUnfit = (faults: readonly FoundFault[]) =>
  new Problem(
    'invalid',
    faults.length === 1
      ? sentence`The draft cannot be published: it has a fault.`
      : sentence`The draft cannot be published: it has ${faults.length} faults.`,
    { fields: faults.map(({ path, sentence: message, at }) => ({ message, members: [path], at })) },
  );
