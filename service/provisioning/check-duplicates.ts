import { TEAM_GROUPS } from '#contract/team.ts';
import type { Issue, Path } from '#service/shape/issue.ts';
import { findDuplicateErrors, type PartialFile, type PartialTenant, withPaths } from './partial-file.ts';

/** Finds names that appear twice in the file. Names are compared in the same way as in the database. */
export const findDuplicates = (file: PartialFile): Issue[] => {
  const tenants = withPaths(file.tenants, ['tenants']);
  const tokens = tenants.flatMap(({ entry, path }) =>
    withPaths(entry.users, [...path, 'users']).flatMap((user) =>
      withPaths(user.entry.tokens, [...user.path, 'tokens']),
    ),
  );
  return [
    ...findDuplicateErrors('The tenant', listFields(tenants, 'tenancyName')),
    ...findDuplicateErrors('The clientId', listFields(tokens, 'clientId'), caseSensitive),
    ...tenants.flatMap(({ entry, path }) => [
      ...findDuplicateNames(entry, path),
      ...findDuplicateItems(entry, path),
      ...findDuplicateVersions(entry, path),
      ...findDuplicateReferences(entry, path),
    ]),
  ];
};

const caseSensitive = (name: string) => name;

/** Returns a field of each entry along with its path. */
const listFields = <Field extends string>(
  entries: readonly { entry: { [field in Field]?: string | null | undefined }; path: Path }[],
  field: Field,
) => entries.map(({ entry, path }) => ({ name: entry[field] ?? undefined, path: [...path, field] }));

const findDuplicateNames = (tenant: PartialTenant, path: Path): Issue[] => {
  const users = withPaths(tenant.users, [...path, 'users']);
  return [
    ...findDuplicateErrors('The role', listFields(withPaths(tenant.roles, [...path, 'roles']), 'name')),
    ...findDuplicateErrors(
      'The content type',
      listFields(withPaths(tenant.contentTypes, [...path, 'contentTypes']), 'name'),
    ),
    ...findDuplicateErrors(
      'The workbook',
      listFields(withPaths(tenant.workbooks, [...path, 'workbooks']), 'name'),
    ),
    ...findDuplicateErrors(
      'The identity provider',
      listFields(withPaths(tenant.loginProviders, [...path, 'loginProviders']), 'name'),
    ),
    ...findDuplicateErrors('The user name', listFields(users, 'userName')),
    ...findDuplicateErrors('The email address', listFields(users, 'emailAddress')),
    ...findDuplicateErrors('The team', listFields(withPaths(tenant.teams, [...path, 'teams']), 'title')),
  ];
};

const findDuplicateItems = (tenant: PartialTenant, path: Path): Issue[] =>
  withPaths(tenant.contentTypes, [...path, 'contentTypes']).flatMap(({ entry, path }) =>
    findDuplicateErrors(
      'The externalId',
      listFields(withPaths(entry.items, [...path, 'items']), 'externalId'),
      caseSensitive,
    ),
  );

const findDuplicateVersions = (tenant: PartialTenant, path: Path): Issue[] =>
  withPaths(tenant.workbooks, [...path, 'workbooks']).flatMap(({ entry, path }) => {
    const codes = withPaths(entry.versions, [...path, 'versions']).map((version) => ({
      name: version.entry.versionCode?.toString(),
      path: [...version.path, 'versionCode'],
    }));
    return findDuplicateErrors('The versionCode', codes);
  });

const findDuplicateReferences = (tenant: PartialTenant, path: Path): Issue[] => {
  const lists = [
    ...withPaths(tenant.users, [...path, 'users']).map(({ entry, path }) =>
      withPaths(entry.roles, [...path, 'roles']),
    ),
    ...withPaths(tenant.teams, [...path, 'teams']).flatMap(({ entry, path }) => [
      withPaths(entry.workbooks, [...path, 'workbooks']),
      ...TEAM_GROUPS.map((group) => withPaths(entry.groups?.[group], [...path, 'groups', group])),
    ]),
  ];
  return lists.flatMap((list) =>
    findDuplicateErrors(
      'The name',
      list.map(({ entry, path }) => ({ name: entry, path })),
    ),
  );
};
