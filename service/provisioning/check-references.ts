import { TEAM_GROUPS } from '#contract/team.ts';
import type { Field, FollowUp } from '#contract/workbook-definition.ts';
import { BUILT_IN_ROLES, PERMISSIONS, TENANT_PERMISSIONS } from '#service/identity/permissions.ts';
import { didYouMean, type Issue, type Path } from '#service/shape/issue.ts';
import type { ExistingData } from './existing-data.ts';
import {
  createNameKey,
  type DeepPartial,
  listDefinedEntries,
  listReferencedUserNames,
  type PartialTenant,
  withPaths,
} from './partial-file.ts';

/** Finds references in a tenant to names that are neither in the file nor in the database. */
export const findUnknownReferences = (tenant: PartialTenant, path: Path, existing: ExistingData): Issue[] => {
  const roles = collectNames(BUILT_IN_ROLES, tenant.roles, [...existing.roles.values()]);
  const contentTypes = collectNames([], tenant.contentTypes, [...existing.contentTypes.values()]);
  const workbooks = collectNames(
    [],
    tenant.workbooks,
    [...existing.workbooks.values()].map(({ name }) => name),
  );
  const users = collectUsers(tenant, existing);
  const followUps = withPaths(tenant.workbooks, [...path, 'workbooks']).flatMap(({ entry, path }) =>
    withPaths(entry.versions, [...path, 'versions']).flatMap((version) =>
      listFollowUps(version.entry.fields, [...version.path, 'fields']),
    ),
  );
  return [
    ...findUnknown('workbook', collectWorkbooks(tenant, existing), listReferences(followUps, 'workbook')),
    ...findUnknown('team', collectTeams(tenant, existing), listReferences(followUps, 'team')),
    ...withPaths(tenant.roles, [...path, 'roles']).flatMap(({ entry, path }) => findRoleErrors(entry, path)),
    ...withPaths(tenant.workbooks, [...path, 'workbooks']).flatMap(({ entry, path }) =>
      findUnknown('content type', contentTypes, [
        { entry: entry.contentType, path: [...path, 'contentType'] },
      ]),
    ),
    ...withPaths(tenant.users, [...path, 'users']).flatMap(({ entry, path }) =>
      findUnknown('role', roles, withPaths(entry.roles, [...path, 'roles'])),
    ),
    ...withPaths(tenant.loginProviders, [...path, 'loginProviders']).flatMap(({ entry, path }) => [
      ...findUnknown('role', roles, listAssignedRoles(entry, path)),
      ...findUnknown('team', collectTeams(tenant, existing), listAssignedTeams(entry, path)),
    ]),
    ...withPaths(tenant.teams, [...path, 'teams']).flatMap(({ entry, path }) => [
      ...findUnknown('workbook', workbooks, withPaths(entry.workbooks, [...path, 'workbooks'])),
      ...TEAM_GROUPS.flatMap((group) =>
        findUnknown('user', users, withPaths(entry.groups?.[group], [...path, 'groups', group])),
      ),
    ]),
  ];
};

/** The names, by the key under which they are looked up. */
type Names = ReadonlyMap<string, string>;

const collectNames = (
  builtIn: readonly { name: string }[],
  inFile: readonly ({ name?: string | undefined } | undefined)[] | undefined,
  existing: readonly string[],
): Names => {
  const names = [
    ...existing,
    ...builtIn.map(({ name }) => name),
    ...listDefinedEntries(inFile).flatMap(({ name }) => name ?? []),
  ];
  return new Map(names.map((name) => [createNameKey(name), name]));
};

const collectUsers = (tenant: PartialTenant, { users }: ExistingData): Names => {
  const inFile = listDefinedEntries(tenant.users).flatMap(({ userName }) => userName ?? []);
  const existing = listReferencedUserNames(tenant).flatMap(
    (name) => users.get(createNameKey(name))?.userName ?? [],
  );
  return new Map([...existing, ...inFile].map((name) => [createNameKey(name), name]));
};

const findUnknown = (
  kind: string,
  names: Names,
  references: readonly { entry: string | null | undefined; path: Path }[],
): Issue[] =>
  references.flatMap(({ entry, path }) =>
    typeof entry !== 'string' || names.has(createNameKey(entry))
      ? []
      : [{ path, message: `There is no ${kind} ${entry}.${didYouMean(entry, names.values())}` }],
  );

/** Workbooks by name or title, since tasks refer to them by either. */
const collectWorkbooks = (tenant: PartialTenant, { workbooks, workbookTitles }: ExistingData): Names => {
  const inFile = listDefinedEntries(tenant.workbooks).flatMap(({ name, title }) =>
    [name ?? [], title ?? []].flat(),
  );
  const existing = [...[...workbooks.values()].map(({ name }) => name), ...workbookTitles.values()];
  return new Map([...existing, ...inFile].map((name) => [createNameKey(name), name]));
};

const collectTeams = (tenant: PartialTenant, { teamTitles }: ExistingData): Names => {
  const inFile = listDefinedEntries(tenant.teams).flatMap(({ title }) => title ?? []);
  return new Map([...teamTitles.values(), ...inFile].map((title) => [createNameKey(title), title]));
};

type PartialField = DeepPartial<Omit<Field, 'fields'>> & { fields?: (PartialField | undefined)[] };
type FollowUpWithPath = { entry: DeepPartial<FollowUp>; path: Path };

/** The follow-ups of all fields, including nested fields. */
const listFollowUps = (
  fields: readonly (PartialField | undefined)[] | undefined,
  path: Path,
): FollowUpWithPath[] =>
  withPaths(fields, path).flatMap(({ entry: { followUp, fields: nestedFields }, path }) => [
    ...(followUp ? [{ entry: followUp, path: [...path, 'followUp'] }] : []),
    ...listFollowUps(nestedFields, [...path, 'fields']),
  ]);

const listReferences = (followUps: readonly FollowUpWithPath[], field: 'workbook' | 'team') =>
  followUps.map(({ entry, path }) => ({ entry: entry[field], path: [...path, field] }));

type PartialProvider = NonNullable<NonNullable<PartialTenant['loginProviders']>[number]>;

const listAssignedRoles = ({ defaultRoles, roleMapping }: PartialProvider, path: Path) => [
  ...withPaths(defaultRoles, [...path, 'defaultRoles']),
  ...Object.entries(roleMapping?.roles ?? {}).flatMap(([value, roles]) =>
    withPaths(roles, [...path, 'roleMapping', 'roles', value]),
  ),
];

const listAssignedTeams = ({ teamMapping }: PartialProvider, path: Path) =>
  Object.entries(teamMapping?.teams ?? {}).flatMap(([value, groups]) =>
    withPaths(groups, [...path, 'teamMapping', 'teams', value]).map(({ entry, path }) => ({
      entry: entry.team,
      path: [...path, 'team'],
    })),
  );

type PartialRole = NonNullable<NonNullable<PartialTenant['roles']>[number]>;

const findRoleErrors = ({ name, permissions, tenantWide }: PartialRole, path: Path): Issue[] => {
  const isBuiltIn =
    name !== undefined && BUILT_IN_ROLES.some((role) => createNameKey(role.name) === createNameKey(name));
  const message = `${name} is a built-in role and cannot be changed. Use another name.`;
  return [
    ...(isBuiltIn ? [{ path: [...path, 'name'], message }] : []),
    ...withPaths(permissions, [...path, 'permissions']).flatMap(({ entry, path }) => {
      const message = findPermissionError(entry, tenantWide);
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
