import { msg } from '#i18n/message.ts';
import { Problem } from '#service/problem.ts';
import type { LocalizableIssue } from '#workbook-engine/field-issues.ts';

type LastSave = { modified_by: string; modified_at: Date };

const describeSave = ({ modified_by, modified_at }: LastSave) =>
  msg`${modified_by} saved it at ${modified_at.toISOString()}`;

export const missingDraft = () =>
  new Problem('missing', msg`The workbook has no draft. Create one, either empty or from a version.`);

export const draftOutdated = (draft: LastSave & { revision: number }) =>
  new Problem(
    'outdated',
    msg`The draft has been changed: ${describeSave(draft)} (now at revision ${draft.revision}). Reload it and try again.`,
  );

export const draftDeleted = () =>
  new Problem(
    'outdated',
    msg`There is no draft. It was published or discarded, or never created. To create one, save with If-None-Match: *.`,
  );

export const draftExists = (draft: LastSave) =>
  new Problem(
    'outdated',
    msg`There is already a draft: ${describeSave(draft)}. Load it and continue with it.`,
  );

export const draftAlreadyExists = (draft: LastSave) =>
  new Problem(
    'conflict',
    msg`There is already a draft: ${describeSave(draft)}. Publish or discard it before you create another.`,
  );

export const missingPrecondition = () =>
  new Problem(
    'unconditional',
    msg`Send If-Match with the ETag of the draft that you read, or If-None-Match: * to create a draft.`,
  );

export const draftHasErrors = (issues: readonly LocalizableIssue[]) =>
  new Problem(
    'invalid',
    issues.length === 1
      ? msg`The draft cannot be published: it has 1 error.`
      : msg`The draft cannot be published: it has ${issues.length} errors.`,
    { fields: issues.map(({ path, message, at }) => ({ message, members: [path], at })) },
  );
