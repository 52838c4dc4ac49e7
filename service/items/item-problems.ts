import { joinMessages, msg } from '#i18n/message.ts';
import { invalidField, Problem } from '#service/problem.ts';

/** Returns the same error for unknown and malformed IDs. */
export const contentTypeNotFound = (id: string) =>
  new Problem('missing', msg`There is no content type with the ID '${id.slice(0, 80)}'.`);

export const contentTypeNameTaken = (name: string) =>
  new Problem(
    'conflict',
    msg`There is already a content type with the name '${name}' (names are not case-sensitive).`,
  );

export const contentTypeOutdated = (name: string, revision: number) =>
  new Problem(
    'outdated',
    msg`The content type '${name}' has been changed (now at revision ${revision}). Reload it and try again.`,
  );

export const contentTypeInUse = (name: string, uses: { workbooks: readonly string[]; items: number }) => {
  const { workbooks, items } = uses;
  const itemsReason =
    items === 1
      ? msg`it has 1 item, including archived items`
      : msg`it has ${items} items, including archived items`;
  const reasons = [
    ...(workbooks.length > 0 ? [msg`workbooks use it (${formatNames(workbooks)})`] : []),
    ...(items > 0 ? [itemsReason] : []),
  ];
  return new Problem(
    'conflict',
    msg`The content type '${name}' cannot be deleted: ${joinMessages(reasons, msg`, and `)}.`,
  );
};

const formatNames = (names: readonly string[]) => {
  const firstNames = joinMessages(
    names.slice(0, 5).map((name) => msg`'${name}'`),
    ', ',
  );
  return names.length > 5 ? msg`${firstNames} and ${names.length - 5} more` : firstNames;
};

export const itemNotFound = (id: string) =>
  new Problem('missing', msg`There is no item with the ID '${id.slice(0, 80)}' in this content type.`);

export const externalIdTaken = (externalId: string) =>
  new Problem(
    'conflict',
    msg`There is already an item with the externalId '${externalId}' in this content type; it may be archived.`,
  );

export const itemOutdated = (externalId: string, revision: number) =>
  new Problem(
    'outdated',
    msg`The item '${externalId}' has been changed (now at revision ${revision}). Reload it and try again.`,
  );

export const itemArchived = (externalId: string) =>
  new Problem(
    'conflict',
    msg`The item '${externalId}' is archived and cannot be edited. To restore it, create an item with the same externalId.`,
  );

export const invalidBox = (field: string, text: string) =>
  invalidField(
    field,
    msg`The field '${field}' must be west,south,east,north in degrees, within -180,-90,180,90 and with south not greater than north; '${text}' was given.`,
  );
