import { invalidRequest, Problem } from '#service/problem.ts';

/** Unknown and malformed are one answer. */
export const contentTypeNotFound = (id: string) =>
  new Problem('missing', `There is no content type with the id '${id.slice(0, 80)}'.`);

export const contentTypeNameTaken = (name: string) =>
  new Problem('conflict', `There is already a content type with the name '${name}', letter case ignored.`);

export const contentTypeOutdated = (name: string, revision: number) =>
  new Problem(
    'outdated',
    `The content type '${name}' was changed meanwhile and is at revision ${revision}: read it again.`,
  );

export const contentTypeInUse = (name: string, users: { workbooks: readonly string[]; items: number }) => {
  const { workbooks, items } = users;
  const reasons = [
    ...(workbooks.length > 0 ? [`workbooks inspect it (${listed(workbooks)})`] : []),
    ...(items > 0 ? [`it has ${items === 1 ? 'an item' : `${items} items`}, archived ones included`] : []),
  ];
  return new Problem('conflict', `The content type '${name}' cannot be deleted: ${reasons.join(', and ')}.`);
};

const listed = (names: readonly string[]) =>
  names
    .slice(0, 5)
    .map((name) => `'${name}'`)
    .join(', ') + (names.length > 5 ? ` and ${names.length - 5} more` : '');

export const itemNotFound = (id: string) =>
  new Problem('missing', `There is no item with the id '${id.slice(0, 80)}' in this content type.`);

export const externalIdTaken = (externalId: string) =>
  new Problem(
    'conflict',
    `There is already an item with the externalId '${externalId}' in this content type, perhaps an archived one.`,
  );

export const itemOutdated = (externalId: string, revision: number) =>
  new Problem(
    'outdated',
    `The item '${externalId}' was changed meanwhile and is at revision ${revision}: read it again.`,
  );

export const itemArchived = (externalId: string) =>
  new Problem(
    'conflict',
    `The item '${externalId}' is archived and cannot be edited: create an item with its externalId, which revives it.`,
  );

export const boxUnfit = (field: string, given: string) =>
  invalidRequest([
    {
      message: `The field '${field}' must be west,south,east,north within -180,-90,180,90, south not above north; '${given}' was given.`,
      members: [field],
    },
  ]);
