import type { Issue, Path } from '#service/shape/issue.ts';
import {
  createNameKey,
  formatDuplicateMessage,
  type Located,
  listEntries,
  listFields,
  listGroupMembers,
  type PartialFile,
  type PartialTenant,
} from './partial-file.ts';

/** Finds names that appear twice in the file. Names are compared in the same way as in the database. */
export const findDuplicates = (file: PartialFile): Issue[] => {
  const tenants = listEntries({ value: file, path: [] }, 'tenants');
  const tokens = tenants
    .flatMap((tenant) => listEntries(tenant, 'users'))
    .flatMap((user) => listEntries(user, 'tokens'));
  return [
    ...findDuplicateErrors('The tenant', listFields(tenants, 'tenancyName')),
    ...findDuplicateErrors('The clientId', listFields(tokens, 'clientId'), caseSensitive),
    ...tenants.flatMap(findDuplicatesInTenant),
  ];
};

const caseSensitive = (name: string) => name;

const findDuplicatesInTenant = (tenant: Located<PartialTenant>): Issue[] => {
  const contentTypes = listEntries(tenant, 'contentTypes');
  const workbooks = listEntries(tenant, 'workbooks');
  const users = listEntries(tenant, 'users');
  const teams = listEntries(tenant, 'teams');
  const references = [
    ...users.map((user) => listEntries(user, 'roles')),
    ...teams.flatMap((team) => [listEntries(team, 'workbooks'), ...listGroupMembers(team)]),
  ];
  return [
    ...findDuplicateErrors('The role', listFields(listEntries(tenant, 'roles'), 'name')),
    ...findDuplicateErrors('The content type', listFields(contentTypes, 'name')),
    ...findDuplicateErrors('The workbook', listFields(workbooks, 'name')),
    ...findDuplicateErrors(
      'The identity provider',
      listFields(listEntries(tenant, 'loginProviders'), 'name'),
    ),
    ...findDuplicateErrors('The user name', listFields(users, 'userName')),
    ...findDuplicateErrors('The email address', listFields(users, 'emailAddress')),
    ...findDuplicateErrors('The team', listFields(teams, 'title')),
    ...contentTypes.flatMap((contentType) =>
      findDuplicateErrors(
        'The externalId',
        listFields(listEntries(contentType, 'items'), 'externalId'),
        caseSensitive,
      ),
    ),
    ...workbooks.flatMap((workbook) =>
      findDuplicateErrors('The versionCode', listFields(listEntries(workbook, 'versions'), 'versionCode')),
    ),
    ...references.flatMap((names) => findDuplicateErrors('The name', names)),
  ];
};

/** Returns an error for each name whose key has appeared before. `kind` is a phrase such as "The user name". */
const findDuplicateErrors = (
  kind: string,
  names: readonly Located<string | undefined>[],
  toKey: (name: string) => string = createNameKey,
): Issue[] => {
  const first = new Map<string, Path>();
  return names.flatMap(({ value: name, path }) => {
    if (name === undefined) return [];
    const key = toKey(name);
    const earlier = first.get(key);
    if (earlier) return [{ path, message: formatDuplicateMessage(kind, name, earlier) }];
    first.set(key, path);
    return [];
  });
};
