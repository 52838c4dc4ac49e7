import type { Field, FollowUp } from '#contract/workbook-definition.ts';
import { BUILT_IN_ROLES, PERMISSIONS, TENANT_PERMISSIONS } from '#service/identity/permissions.ts';
import { didYouMean, type Issue } from '#service/shape/issue.ts';
import type { ExistingData } from './existing-data.ts';
import {
  createNameKey,
  type DeepPartial,
  type Located,
  listDefinedEntries,
  listEntries,
  listFields,
  listGroupMembers,
  listReferencedUserNames,
  type PartialTenant,
  withPaths,
} from './partial-file.ts';

/** Finds references in a tenant to names that are neither in the file nor in the database. */
export const findUnknownReferences = (tenant: Located<PartialTenant>, existing: ExistingData): Issue[] => {
  const names = collectNames(tenant.value, existing);
  const workbooks = listEntries(tenant, 'workbooks');
  const followUps = workbooks
    .flatMap((workbook) => listEntries(workbook, 'versions'))
    .flatMap((version) => listFollowUps(version));
  return [
    // A follow-up refers to its workbook by name or title, as tasks do.
    ...findUnknown('workbook', names.workbooksAndTitles, listFields(followUps, 'workbook')),
    ...findUnknown('team', names.teams, listFields(followUps, 'team')),
    ...listEntries(tenant, 'roles').flatMap(findRoleErrors),
    ...findUnknown('content type', names.contentTypes, listFields(workbooks, 'contentType')),
    ...listEntries(tenant, 'users').flatMap((user) =>
      findUnknown('role', names.roles, listEntries(user, 'roles')),
    ),
    ...listEntries(tenant, 'loginProviders').flatMap((provider) => [
      ...findUnknown('role', names.roles, listAssignedRoles(provider)),
      ...findUnknown('team', names.teams, listAssignedTeams(provider)),
    ]),
    ...listEntries(tenant, 'teams').flatMap((team) => [
      ...findUnknown('workbook', names.workbooks, listEntries(team, 'workbooks')),
      ...listGroupMembers(team).flatMap((members) => findUnknown('user', names.users, members)),
    ]),
  ];
};

const collectNames = (tenant: PartialTenant, existing: ExistingData) => {
  const workbookNames = [...existing.workbooks.values()].map(({ name }) => name);
  const workbooks = listDefinedEntries(tenant.workbooks);
  const referencedUsers = listReferencedUserNames(tenant).map((name) =>
    existing.users.get(createNameKey(name)),
  );
  return {
    roles: toNames(existing.roles, namesOf(BUILT_IN_ROLES), namesOf(listDefinedEntries(tenant.roles))),
    contentTypes: toNames(existing.contentTypes, namesOf(listDefinedEntries(tenant.contentTypes))),
    workbooks: toNames(workbookNames, namesOf(workbooks)),
    workbooksAndTitles: toNames(
      workbookNames,
      existing.workbookTitles,
      workbooks.flatMap(({ name, title }) => [name, title]),
    ),
    users: toNames(
      referencedUsers.map((user) => user?.userName),
      listDefinedEntries(tenant.users).map(({ userName }) => userName),
    ),
    teams: toNames(
      existing.teamTitles,
      listDefinedEntries(tenant.teams).map(({ title }) => title),
    ),
  };
};

const namesOf = (entries: readonly { name?: string | undefined }[]) => entries.map(({ name }) => name);

type Names = ReadonlyMap<string, string>;

const toNames = (...lists: (readonly (string | undefined)[])[]): Names =>
  new Map(listDefinedEntries(lists.flat()).map((name) => [createNameKey(name), name]));

const findUnknown = (
  kind: string,
  names: Names,
  references: readonly Located<string | undefined>[],
): Issue[] =>
  references.flatMap(({ value, path }) =>
    value === undefined || names.has(createNameKey(value))
      ? []
      : [{ path, message: `There is no ${kind} ${value}.${didYouMean(value, names.values())}` }],
  );

type PartialField = DeepPartial<Omit<Field, 'fields'>> & { fields?: (PartialField | undefined)[] };

/** The follow-ups of all fields, including nested fields. */
const listFollowUps = (
  parent: Located<{ fields?: (PartialField | undefined)[] | undefined }>,
): Located<DeepPartial<FollowUp>>[] =>
  listEntries(parent, 'fields').flatMap((field) => [
    ...(field.value.followUp ? [{ value: field.value.followUp, path: [...field.path, 'followUp'] }] : []),
    ...listFollowUps(field),
  ]);

type PartialProvider = NonNullable<NonNullable<PartialTenant['loginProviders']>[number]>;

const listAssignedRoles = (provider: Located<PartialProvider>) => [
  ...listEntries(provider, 'defaultRoles'),
  ...Object.entries(provider.value.roleMapping?.roles ?? {}).flatMap(([value, roles]) =>
    withPaths(roles, [...provider.path, 'roleMapping', 'roles', value]),
  ),
];

const listAssignedTeams = ({ value: { teamMapping }, path }: Located<PartialProvider>) =>
  Object.entries(teamMapping?.teams ?? {}).flatMap(([value, groups]) =>
    listFields(withPaths(groups, [...path, 'teamMapping', 'teams', value]), 'team'),
  );

type PartialRole = NonNullable<NonNullable<PartialTenant['roles']>[number]>;

const findRoleErrors = (role: Located<PartialRole>): Issue[] => {
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
