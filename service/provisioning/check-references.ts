import { TEAM_GROUPS } from '#contract/team.ts';
import type { Field, FollowUp } from '#contract/workbook-definition.ts';
import { BUILT_IN_ROLES, PERMISSIONS, TENANT_PERMISSIONS } from '#service/identity/permissions.ts';
import { didYouMean, type Issue, type Path } from '#service/shape/issue.ts';
import type { ExistingData } from './existing-data.ts';
import {
  definedEntries,
  type Loose,
  nameKey,
  type PartialTenant,
  referredUserNames,
  withPaths,
} from './partial-file.ts';

/** Finds references of a tenant to names that are neither in the file nor in the database. */
export const findUnknownReferences = (tenant: PartialTenant, path: Path, existing: ExistingData): Issue[] => {
  const roles = namesOf(BUILT_IN_ROLES, tenant.roles, [...existing.roles.values()]);
  const contentTypes = namesOf([], tenant.contentTypes, [...existing.contentTypes.values()]);
  const workbooks = namesOf(
    [],
    tenant.workbooks,
    [...existing.workbooks.values()].map(({ name }) => name),
  );
  const users = knownUsers(tenant, existing);
  const followUps = withPaths(tenant.workbooks, [...path, 'workbooks']).flatMap(({ entry, path }) =>
    withPaths(entry.versions, [...path, 'versions']).flatMap((version) =>
      followUpsWithPaths(version.entry.fields, [...version.path, 'fields']),
    ),
  );
  return [
    ...findUnknown('workbook', knownWorkbooks(tenant, existing), membersOf(followUps, 'workbook')),
    ...findUnknown('team', knownTeams(tenant, existing), membersOf(followUps, 'team')),
    ...withPaths(tenant.roles, [...path, 'roles']).flatMap(({ entry, path }) => roleErrors(entry, path)),
    ...withPaths(tenant.workbooks, [...path, 'workbooks']).flatMap(({ entry, path }) =>
      findUnknown('content type', contentTypes, [
        { entry: entry.contentType, path: [...path, 'contentType'] },
      ]),
    ),
    ...withPaths(tenant.users, [...path, 'users']).flatMap(({ entry, path }) =>
      findUnknown('role', roles, withPaths(entry.roles, [...path, 'roles'])),
    ),
    ...withPaths(tenant.loginProviders, [...path, 'loginProviders']).flatMap(({ entry, path }) => [
      ...findUnknown('role', roles, rolesAssignedBy(entry, path)),
      ...findUnknown('team', knownTeams(tenant, existing), teamsAssignedBy(entry, path)),
    ]),
    ...withPaths(tenant.teams, [...path, 'teams']).flatMap(({ entry, path }) => [
      ...findUnknown('workbook', workbooks, withPaths(entry.workbooks, [...path, 'workbooks'])),
      ...TEAM_GROUPS.flatMap((group) =>
        findUnknown('user', users, withPaths(entry.groups?.[group], [...path, 'groups', group])),
      ),
    ]),
  ];
};

/** Names by their lookup key. */
type Names = ReadonlyMap<string, string>;

const namesOf = (
  builtIn: readonly { name: string }[],
  inFile: readonly ({ name?: string | undefined } | undefined)[] | undefined,
  existing: readonly string[],
): Names => {
  const names = [
    ...existing,
    ...builtIn.map(({ name }) => name),
    ...definedEntries(inFile).flatMap(({ name }) => name ?? []),
  ];
  return new Map(names.map((name) => [nameKey(name), name]));
};

const knownUsers = (tenant: PartialTenant, { users }: ExistingData): Names => {
  const inFile = definedEntries(tenant.users).flatMap(({ userName }) => userName ?? []);
  const existing = referredUserNames(tenant).flatMap((name) => users.get(nameKey(name))?.userName ?? []);
  return new Map([...existing, ...inFile].map((name) => [nameKey(name), name]));
};

const findUnknown = (
  kind: string,
  names: Names,
  references: readonly { entry: string | null | undefined; path: Path }[],
): Issue[] =>
  references.flatMap(({ entry, path }) =>
    typeof entry !== 'string' || names.has(nameKey(entry))
      ? []
      : [{ path, message: `There is no ${kind} ${entry}.${didYouMean(entry, names.values())}` }],
  );

/** Workbooks by name or title, as tasks refer to them. */
const knownWorkbooks = (tenant: PartialTenant, { workbooks, workbookTitles }: ExistingData): Names => {
  const inFile = definedEntries(tenant.workbooks).flatMap(({ name, title }) =>
    [name ?? [], title ?? []].flat(),
  );
  const existing = [...[...workbooks.values()].map(({ name }) => name), ...workbookTitles.values()];
  return new Map([...existing, ...inFile].map((name) => [nameKey(name), name]));
};

const knownTeams = (tenant: PartialTenant, { teamTitles }: ExistingData): Names => {
  const inFile = definedEntries(tenant.teams).flatMap(({ title }) => title ?? []);
  return new Map([...teamTitles.values(), ...inFile].map((title) => [nameKey(title), title]));
};

type PartialField = Loose<Omit<Field, 'fields'>> & { fields?: (PartialField | undefined)[] };
type FollowUpWithPath = { entry: Loose<FollowUp>; path: Path };

/** The follow-ups of all fields, including nested ones. */
const followUpsWithPaths = (
  fields: readonly (PartialField | undefined)[] | undefined,
  path: Path,
): FollowUpWithPath[] =>
  withPaths(fields, path).flatMap(({ entry: { followUp, fields: nestedFields }, path }) => [
    ...(followUp ? [{ entry: followUp, path: [...path, 'followUp'] }] : []),
    ...followUpsWithPaths(nestedFields, [...path, 'fields']),
  ]);

const membersOf = (followUps: readonly FollowUpWithPath[], member: 'workbook' | 'team') =>
  followUps.map(({ entry, path }) => ({ entry: entry[member], path: [...path, member] }));

type PartialProvider = NonNullable<NonNullable<PartialTenant['loginProviders']>[number]>;

const rolesAssignedBy = ({ defaultRoles, roleMapping }: PartialProvider, path: Path) => [
  ...withPaths(defaultRoles, [...path, 'defaultRoles']),
  ...Object.entries(roleMapping?.roles ?? {}).flatMap(([value, roles]) =>
    withPaths(roles, [...path, 'roleMapping', 'roles', value]),
  ),
];

const teamsAssignedBy = ({ teamMapping }: PartialProvider, path: Path) =>
  Object.entries(teamMapping?.teams ?? {}).flatMap(([value, groups]) =>
    withPaths(groups, [...path, 'teamMapping', 'teams', value]).map(({ entry, path }) => ({
      entry: entry.team,
      path: [...path, 'team'],
    })),
  );

type PartialRole = NonNullable<NonNullable<PartialTenant['roles']>[number]>;

const roleErrors = ({ name, permissions, tenantWide }: PartialRole, path: Path): Issue[] => {
  const isBuiltIn = name !== undefined && BUILT_IN_ROLES.some((role) => nameKey(role.name) === nameKey(name));
  const message = `${name} is a built-in role and cannot be changed. Use another name.`;
  return [
    ...(isBuiltIn ? [{ path: [...path, 'name'], message }] : []),
    ...withPaths(permissions, [...path, 'permissions']).flatMap(({ entry, path }) => {
      const message = permissionError(entry, tenantWide);
      return message === undefined ? [] : [{ path, message }];
    }),
  ];
};

const permissionError = (name: string, isTenantWide: boolean | undefined): string | undefined => {
  if (!Object.hasOwn(PERMISSIONS, name)) {
    return `There is no permission ${name}.${didYouMean(name, Object.keys(PERMISSIONS))}`;
  }
  return isTenantWide === false && TENANT_PERMISSIONS.has(name)
    ? `${name} applies to the whole tenant. Put it in a role with tenantWide: true.`
    : undefined;
};
