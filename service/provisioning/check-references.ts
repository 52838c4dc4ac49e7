import { TEAM_GROUPS } from '#contract/team.ts';
import type { Field, FollowUp } from '#contract/workbook-definition.ts';
import { BUILT_IN_ROLES, PERMISSIONS, TENANT_PERMISSIONS } from '#service/identity/permissions.ts';
import { didYouMean, type Fault, type Path } from '#service/shape/fault.ts';
import { type Loose, type LooseTenant, nameKey, placed, present, referredUserNames } from './loose-file.ts';
import type { Standing } from './standing.ts';

/** What one tenant of the file refers to and neither the file nor the database has. */
export const unknownReferences = (tenant: LooseTenant, path: Path, standing: Standing): Fault[] => {
  const roles = namesOf(BUILT_IN_ROLES, tenant.roles, [...standing.roles.values()]);
  const contentTypes = namesOf([], tenant.contentTypes, [...standing.contentTypes.values()]);
  const workbooks = namesOf(
    [],
    tenant.workbooks,
    [...standing.workbooks.values()].map(({ name }) => name),
  );
  const users = knownUsers(tenant, standing);
  const followUps = placed(tenant.workbooks, [...path, 'workbooks']).flatMap(({ entry, path }) =>
    placed(entry.versions, [...path, 'versions']).flatMap((version) =>
      placedFollowUps(version.entry.fields, [...version.path, 'fields']),
    ),
  );
  return [
    ...unknown('workbook', knownWorkbooks(tenant, standing), membersOf(followUps, 'workbook')),
    ...unknown('team', knownTeams(tenant, standing), membersOf(followUps, 'team')),
    ...placed(tenant.roles, [...path, 'roles']).flatMap(({ entry, path }) => roleFaults(entry, path)),
    ...placed(tenant.workbooks, [...path, 'workbooks']).flatMap(({ entry, path }) =>
      unknown('content type', contentTypes, [{ entry: entry.contentType, path: [...path, 'contentType'] }]),
    ),
    ...placed(tenant.users, [...path, 'users']).flatMap(({ entry, path }) =>
      unknown('role', roles, placed(entry.roles, [...path, 'roles'])),
    ),
    ...placed(tenant.loginProviders, [...path, 'loginProviders']).flatMap(({ entry, path }) => [
      ...unknown('role', roles, rolesGivenBy(entry, path)),
      ...unknown('team', knownTeams(tenant, standing), teamsGivenBy(entry, path)),
    ]),
    ...placed(tenant.teams, [...path, 'teams']).flatMap(({ entry, path }) => [
      ...unknown('workbook', workbooks, placed(entry.workbooks, [...path, 'workbooks'])),
      ...TEAM_GROUPS.flatMap((group) =>
        unknown('user', users, placed(entry.groups?.[group], [...path, 'groups', group])),
      ),
    ]),
  ];
};

/** Names as they are written, by the key under which they are found. */
type Names = ReadonlyMap<string, string>;

const namesOf = (
  builtIn: readonly { name: string }[],
  given: readonly ({ name?: string | undefined } | undefined)[] | undefined,
  standing: readonly string[],
): Names => {
  const names = [
    ...standing,
    ...builtIn.map(({ name }) => name),
    ...present(given).flatMap(({ name }) => name ?? []),
  ];
  return new Map(names.map((name) => [nameKey(name), name]));
};

const knownUsers = (tenant: LooseTenant, { users }: Standing): Names => {
  const given = present(tenant.users).flatMap(({ userName }) => userName ?? []);
  const standing = referredUserNames(tenant).flatMap((name) => users.get(nameKey(name))?.userName ?? []);
  return new Map([...standing, ...given].map((name) => [nameKey(name), name]));
};

const unknown = (
  what: string,
  names: Names,
  references: readonly { entry: string | null | undefined; path: Path }[],
): Fault[] =>
  references.flatMap(({ entry, path }) =>
    typeof entry !== 'string' || names.has(nameKey(entry))
      ? []
      : [{ path, message: `There is no ${what} ${entry}.${didYouMean(entry, names.values())}` }],
  );

/** By name or title, as tasks name them. */
const knownWorkbooks = (tenant: LooseTenant, { workbooks, workbookTitles }: Standing): Names => {
  const given = present(tenant.workbooks).flatMap(({ name, title }) => [name ?? [], title ?? []].flat());
  const standing = [...[...workbooks.values()].map(({ name }) => name), ...workbookTitles.values()];
  return new Map([...standing, ...given].map((name) => [nameKey(name), name]));
};

const knownTeams = (tenant: LooseTenant, { teamTitles }: Standing): Names => {
  const given = present(tenant.teams).flatMap(({ title }) => title ?? []);
  return new Map([...teamTitles.values(), ...given].map((title) => [nameKey(title), title]));
};

type LooseField = Loose<Omit<Field, 'fields'>> & { fields?: (LooseField | undefined)[] };
type PlacedFollowUp = { entry: Loose<FollowUp>; path: Path };

/** What failed answers ask for, wherever in the fields. */
const placedFollowUps = (
  fields: readonly (LooseField | undefined)[] | undefined,
  path: Path,
): PlacedFollowUp[] =>
  placed(fields, path).flatMap(({ entry: { followUp, fields: inner }, path }) => [
    ...(followUp ? [{ entry: followUp, path: [...path, 'followUp'] }] : []),
    ...placedFollowUps(inner, [...path, 'fields']),
  ]);

const membersOf = (followUps: readonly PlacedFollowUp[], member: 'workbook' | 'team') =>
  followUps.map(({ entry, path }) => ({ entry: entry[member], path: [...path, member] }));

type LooseProvider = NonNullable<NonNullable<LooseTenant['loginProviders']>[number]>;

const rolesGivenBy = ({ defaultRoles, roleMapping }: LooseProvider, path: Path) => [
  ...placed(defaultRoles, [...path, 'defaultRoles']),
  ...Object.entries(roleMapping?.roles ?? {}).flatMap(([value, roles]) =>
    placed(roles, [...path, 'roleMapping', 'roles', value]),
  ),
];

const teamsGivenBy = ({ teamMapping }: LooseProvider, path: Path) =>
  Object.entries(teamMapping?.teams ?? {}).flatMap(([value, groups]) =>
    placed(groups, [...path, 'teamMapping', 'teams', value]).map(({ entry, path }) => ({
      entry: entry.team,
      path: [...path, 'team'],
    })),
  );

type LooseRole = NonNullable<NonNullable<LooseTenant['roles']>[number]>;

const roleFaults = ({ name, permissions, tenantWide }: LooseRole, path: Path): Fault[] => {
  const isBuiltIn = name !== undefined && BUILT_IN_ROLES.some((role) => nameKey(role.name) === nameKey(name));
  const message = `${name} is a built-in role, which cannot be changed: choose another name.`;
  return [
    ...(isBuiltIn ? [{ path: [...path, 'name'], message }] : []),
    ...placed(permissions, [...path, 'permissions']).flatMap(({ entry, path }) => {
      const message = permissionFault(entry, tenantWide);
      return message === undefined ? [] : [{ path, message }];
    }),
  ];
};

const permissionFault = (name: string, isTenantWide: boolean | undefined): string | undefined => {
  if (!Object.hasOwn(PERMISSIONS, name)) {
    return `There is no permission ${name}.${didYouMean(name, Object.keys(PERMISSIONS))}`;
  }
  return isTenantWide === false && TENANT_PERMISSIONS.has(name)
    ? `${name} reaches over the whole tenant: it goes into a role with tenantWide: true.`
    : undefined;
};
