import { TEAM_GROUPS } from '#contract/team.ts';
import type { Issue, Path } from '#service/shape/issue.ts';
import { duplicateErrors, type PartialFile, type PartialTenant, withPaths } from './partial-file.ts';

/** Finds names that appear twice in the file. They are compared in the same way as in the database. */
export const findDuplicates = (file: PartialFile): Issue[] => {
  const tenants = withPaths(file.tenants, ['tenants']);
  const tokens = tenants.flatMap(({ entry, path }) =>
    withPaths(entry.users, [...path, 'users']).flatMap((user) =>
      withPaths(user.entry.tokens, [...user.path, 'tokens']),
    ),
  );
  return [
    ...duplicateErrors('The tenant', membersOf(tenants, 'tenancyName')),
    ...duplicateErrors('The clientId', membersOf(tokens, 'clientId'), caseSensitive),
    ...tenants.flatMap(({ entry, path }) => [
      ...duplicateNames(entry, path),
      ...duplicateItems(entry, path),
      ...duplicateVersions(entry, path),
      ...duplicateReferences(entry, path),
    ]),
  ];
};

const caseSensitive = (name: string) => name;

/** Returns a member of each entry, with its path. */
const membersOf = <Member extends string>(
  entries: readonly { entry: { [member in Member]?: string | null | undefined }; path: Path }[],
  member: Member,
) => entries.map(({ entry, path }) => ({ name: entry[member] ?? undefined, path: [...path, member] }));

const duplicateNames = (tenant: PartialTenant, path: Path): Issue[] => {
  const users = withPaths(tenant.users, [...path, 'users']);
  return [
    ...duplicateErrors('The role', membersOf(withPaths(tenant.roles, [...path, 'roles']), 'name')),
    ...duplicateErrors(
      'The content type',
      membersOf(withPaths(tenant.contentTypes, [...path, 'contentTypes']), 'name'),
    ),
    ...duplicateErrors(
      'The workbook',
      membersOf(withPaths(tenant.workbooks, [...path, 'workbooks']), 'name'),
    ),
    ...duplicateErrors(
      'The identity provider',
      membersOf(withPaths(tenant.loginProviders, [...path, 'loginProviders']), 'name'),
    ),
    ...duplicateErrors('The user name', membersOf(users, 'userName')),
    ...duplicateErrors('The email address', membersOf(users, 'emailAddress')),
    ...duplicateErrors('The team', membersOf(withPaths(tenant.teams, [...path, 'teams']), 'title')),
  ];
};

const duplicateItems = (tenant: PartialTenant, path: Path): Issue[] =>
  withPaths(tenant.contentTypes, [...path, 'contentTypes']).flatMap(({ entry, path }) =>
    duplicateErrors(
      'The externalId',
      membersOf(withPaths(entry.items, [...path, 'items']), 'externalId'),
      caseSensitive,
    ),
  );

const duplicateVersions = (tenant: PartialTenant, path: Path): Issue[] =>
  withPaths(tenant.workbooks, [...path, 'workbooks']).flatMap(({ entry, path }) => {
    const codes = withPaths(entry.versions, [...path, 'versions']).map((version) => ({
      name: version.entry.versionCode?.toString(),
      path: [...version.path, 'versionCode'],
    }));
    return duplicateErrors('The versionCode', codes);
  });

const duplicateReferences = (tenant: PartialTenant, path: Path): Issue[] => {
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
    duplicateErrors(
      'The name',
      list.map(({ entry, path }) => ({ name: entry, path })),
    ),
  );
};
