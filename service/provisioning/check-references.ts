import type { Field, FollowUp } from '#contract/workbook-definition.ts';
import { BUILT_IN_ROLES, PERMISSIONS, TENANT_PERMISSIONS } from '#service/identity/permissions.ts';
import { didYouMean, type Issue } from '#service/shape/issue.ts';
import type { ExistingData } from './existing-data.ts';
import {
  addPaths,
  createNameKey,
  type DeepPartial,
  listDefinedEntries,
  listEntries,
  listFields,
  listGroupMembers,
  listReferencedUserNames,
  type PartialTenant,
  type ValueAtPath,
} from './partial-file.ts';

/** Finds references in a tenant to names found in neither the file nor the database. */
export const findUnknownReferences = (tenant: ValueAtPath<PartialTenant>, existingData: ExistingData) => {
  const names = collectNames(tenant.value, existingData);
  const workbooks = listEntries(tenant, 'workbooks');
  const followUps = workbooks
    .flatMap((workbook) => listEntries(workbook, 'versions'))
    .flatMap((version) => listFollowUps(version));
  return [
    // A follow-up refers to its workbook by name or title, as tasks do.
    ...findUnknownNames('workbook', names.workbooksAndTitles, listFields(followUps, 'workbook')),
    ...findUnknownNames('team', names.teams, listFields(followUps, 'team')),
    ...listEntries(tenant, 'roles').flatMap(findRoleErrors),
    ...findUnknownNames('content type', names.contentTypes, listFields(workbooks, 'contentType')),
    ...listEntries(tenant, 'users').flatMap((user) =>
      findUnknownNames('role', names.roles, listEntries(user, 'roles')),
    ),
    ...listEntries(tenant, 'loginProviders').flatMap((provider) => [
      ...findUnknownNames('role', names.roles, listAssignedRoles(provider)),
      ...findUnknownNames('team', names.teams, listAssignedTeams(provider)),
    ]),
    ...listEntries(tenant, 'teams').flatMap((team) => [
      ...findUnknownNames('workbook', names.workbooks, listEntries(team, 'workbooks')),
      ...listGroupMembers(team).flatMap((members) => findUnknownNames('user', names.users, members)),
    ]),
  ];
};

const collectNames = (tenant: PartialTenant, existingData: ExistingData) => {
  const workbookNames = [...existingData.workbooks.values()].map(({ name }) => name);
  const workbooks = listDefinedEntries(tenant.workbooks);
  const referencedUsers = listReferencedUserNames(tenant).map((name) =>
    existingData.users.get(createNameKey(name)),
  );
  return {
    roles: createNameMap(
      existingData.roles,
      namesOf(BUILT_IN_ROLES),
      namesOf(listDefinedEntries(tenant.roles)),
    ),
    contentTypes: createNameMap(existingData.contentTypes, namesOf(listDefinedEntries(tenant.contentTypes))),
    workbooks: createNameMap(workbookNames, namesOf(workbooks)),
    workbooksAndTitles: createNameMap(
      workbookNames,
      existingData.workbookTitles,
      workbooks.flatMap(({ name, title }) => [name, title]),
    ),
    users: createNameMap(
      referencedUsers.map((user) => user?.userName),
      listDefinedEntries(tenant.users).map(({ userName }) => userName),
    ),
    teams: createNameMap(
      existingData.teamTitles,
      listDefinedEntries(tenant.teams).map(({ title }) => title),
    ),
  };
};

const namesOf = (entries: readonly { name?: string | undefined }[]) => entries.map(({ name }) => name);

type NamesByKey = ReadonlyMap<string, string>;

const createNameMap = (...lists: (readonly (string | undefined)[])[]): NamesByKey =>
  new Map(listDefinedEntries(lists.flat()).map((name) => [createNameKey(name), name]));

const findUnknownNames = (
  noun: string,
  names: NamesByKey,
  references: readonly ValueAtPath<string | undefined>[],
): Issue[] =>
  references.flatMap(({ value, path }) =>
    value === undefined || names.has(createNameKey(value))
      ? []
      : [{ path, message: `There is no ${noun} ${value}.${didYouMean(value, names.values())}` }],
  );

type PartialField = DeepPartial<Omit<Field, 'fields'>> & { fields?: (PartialField | undefined)[] };

const listFollowUps = (
  parent: ValueAtPath<{ fields?: (PartialField | undefined)[] | undefined }>,
): ValueAtPath<DeepPartial<FollowUp>>[] =>
  listEntries(parent, 'fields').flatMap((field) => [
    ...(field.value.followUp ? [{ value: field.value.followUp, path: [...field.path, 'followUp'] }] : []),
    ...listFollowUps(field),
  ]);

type PartialProvider = NonNullable<NonNullable<PartialTenant['loginProviders']>[number]>;

const listAssignedRoles = (provider: ValueAtPath<PartialProvider>) => [
  ...listEntries(provider, 'defaultRoles'),
  ...Object.entries(provider.value.roleMapping?.roles ?? {}).flatMap(([value, roles]) =>
    addPaths(roles, [...provider.path, 'roleMapping', 'roles', value]),
  ),
];

const listAssignedTeams = ({ value: { teamMapping }, path }: ValueAtPath<PartialProvider>) =>
  Object.entries(teamMapping?.teams ?? {}).flatMap(([value, groups]) =>
    listFields(addPaths(groups, [...path, 'teamMapping', 'teams', value]), 'team'),
  );

type PartialRole = NonNullable<NonNullable<PartialTenant['roles']>[number]>;

const findRoleErrors = (role: ValueAtPath<PartialRole>): Issue[] => {
  const { name, tenantWide } = role.value;
  const isBuiltIn =
    name !== undefined &&
    BUILT_IN_ROLES.some((builtIn) => createNameKey(builtIn.name) === createNameKey(name));
  const message = `${name} is a built-in role and cannot be changed. Use another name.`;
  return [
    ...(isBuiltIn ? [{ path: [...role.path, 'name'], message }] : []),
    ...listEntries(role, 'permissions').flatMap(({ value, path }) => {
      const message = findPermissionError(value, tenantWide);
      return message === undefined ? [] : [{ path, message }];
    }),
  ];
};

const findPermissionError = (name: string, isTenantWide: boolean | undefined): string | undefined => {
  if (!Object.hasOwn(PERMISSIONS, name)) {
    return `There is no permission ${name}.${didYouMean(name, Object.keys(PERMISSIONS))}`;
  }
  return isTenantWide === false && TENANT_PERMISSIONS.has(name)
    ? `${name} applies to the whole tenant. Put it in a role with tenantWide: true.`
    : undefined;
};
