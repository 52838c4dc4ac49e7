import type { Issue, Path } from '#service/shape/issue.ts';
import {
  createNameKey,
  formatDuplicateMessage,
  listEntries,
  listFields,
  listGroupMembers,
  type PartialFile,
  type PartialTenant,
  type ValueAtPath,
} from './partial-file.ts';

/** Finds names that appear twice in the file, comparing names the way the database does. */
export const findDuplicates = (file: PartialFile): Issue[] => {
  const tenants = listEntries({ value: file, path: [] }, 'tenants');
  const tokens = tenants
    .flatMap((tenant) => listEntries(tenant, 'users'))
    .flatMap((user) => listEntries(user, 'tokens'));
  return [
    ...findRepeatedNames('The tenant', listFields(tenants, 'tenancyName')),
    ...findRepeatedNames('The clientId', listFields(tokens, 'clientId'), keepCase),
    ...tenants.flatMap(findDuplicatesInTenant),
  ];
};

const keepCase = (name: string) => name;

const findDuplicatesInTenant = (tenant: ValueAtPath<PartialTenant>): Issue[] => {
  const contentTypes = listEntries(tenant, 'contentTypes');
  const workbooks = listEntries(tenant, 'workbooks');
  const users = listEntries(tenant, 'users');
  const teams = listEntries(tenant, 'teams');
  const references = [
    ...users.map((user) => listEntries(user, 'roles')),
    ...teams.flatMap((team) => [listEntries(team, 'workbooks'), ...listGroupMembers(team)]),
  ];
  return [
    ...findRepeatedNames('The role', listFields(listEntries(tenant, 'roles'), 'name')),
    ...findRepeatedNames('The content type', listFields(contentTypes, 'name')),
    ...findRepeatedNames('The workbook', listFields(workbooks, 'name')),
    ...findRepeatedNames('The identity provider', listFields(listEntries(tenant, 'loginProviders'), 'name')),
    ...findRepeatedNames('The user name', listFields(users, 'userName')),
    ...findRepeatedNames('The email address', listFields(users, 'emailAddress')),
    ...findRepeatedNames('The team', listFields(teams, 'title')),
    ...contentTypes.flatMap((contentType) =>
      findRepeatedNames(
        'The externalId',
        listFields(listEntries(contentType, 'items'), 'externalId'),
        keepCase,
      ),
    ),
    ...workbooks.flatMap((workbook) =>
      findRepeatedNames('The versionCode', listFields(listEntries(workbook, 'versions'), 'versionCode')),
    ),
    ...references.flatMap((names) => findRepeatedNames('The name', names)),
  ];
};

/** Returns an error for each repeated name (by key). `subject` is a phrase such as "The user name". */
const findRepeatedNames = (
  subject: string,
  names: readonly ValueAtPath<string | undefined>[],
  createKey: (name: string) => string = createNameKey,
): Issue[] => {
  const firstPaths = new Map<string, Path>();
  return names.flatMap(({ value: name, path }) => {
    if (name === undefined) return [];
    const key = createKey(name);
    const firstPath = firstPaths.get(key);
    if (firstPath) return [{ path, message: formatDuplicateMessage(subject, name, firstPath) }];
    firstPaths.set(key, path);
    return [];
  });
};
