import { joined, sentence } from '#sentences/sentence.ts';
import { invalidRequest, Problem } from '#service/problem.ts';

/** Unknown and malformed are one answer. */
export const contentTypeNotFound = (id: string) =>
  new Problem('missing', sentence`There is no content type with the id '${id.slice(0, 80)}'.`);

export const contentTypeNameTaken = (name: string) =>
  new Problem(
    'conflict',
    sentence`There is already a content type with the name '${name}', letter case ignored.`,
  );

export const contentTypeOutdated = (name: string, revision: number) =>
  new Problem(
    'outdated',
    sentence`The content type '${name}' was changed meanwhile and is at revision ${revision}: read it again.`,
  );

export const contentTypeInUse = (name: string, users: { workbooks: readonly string[]; items: number }) => {
  const { workbooks, items } = users;
  const ofItems =
    items === 1
      ? sentence`it has an item, archived ones included`
      : sentence`it has ${items} items, archived ones included`;
  const reasons = [
    ...(workbooks.length > 0 ? [sentence`workbooks inspect it (${listed(workbooks)})`] : []),
    ...(items > 0 ? [ofItems] : []),
  ];
  return new Problem(
    'conflict',
    sentence`The content type '${name}' cannot be deleted: ${joined(reasons, sentence`, and `)}.`,
  );
};

const listed = (names: readonly string[]) => {
  const first = names
    .slice(0, 5)
    .map((name) => `'${name}'`)
    .join(', ');
  return names.length > 5 ? sentence`${first} and ${names.length - 5} more` : first;
};

export const itemNotFound = (id: string) =>
  new Problem('missing', sentence`There is no item with the id '${id.slice(0, 80)}' in this content type.`);

export const externalIdTaken = (externalId: string) =>
  new Problem(
    'conflict',
    sentence`There is already an item with the externalId '${externalId}' in this content type, perhaps an archived one.`,
  );

export const itemOutdated = (externalId: string, revision: number) =>
  new Problem(
    'outdated',
    sentence`The item '${externalId}' was changed meanwhile and is at revision ${revision}: read it again.`,
  );

export const itemArchived = (externalId: string) =>
  new Problem(
    'conflict',
    sentence`The item '${externalId}' is archived and cannot be edited: create an item with its externalId, which revives it.`,
  );

export const boxUnfit = (field: string, given: string) =>
  invalidRequest([
    {
      message: sentence`The field '${field}' must be west,south,east,north within -180,-90,180,90, south not above north; '${given}' was given.`,
      members: [field],
    },
  ]);
