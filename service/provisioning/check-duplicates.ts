import { TEAM_GROUPS } from '#contract/team.ts';
import type { Fault, Path } from '#service/shape/fault.ts';
import { duplicateFaults, type LooseFile, type LooseTenant, placed } from './loose-file.ts';

/** What the file names twice, by the rules by which each kind of thing is found. */
export const duplicatesIn = (file: LooseFile): Fault[] => {
  const tenants = placed(file.tenants, ['tenants']);
  const tokens = tenants.flatMap(({ entry, path }) =>
    placed(entry.users, [...path, 'users']).flatMap((user) =>
      placed(user.entry.tokens, [...user.path, 'tokens']),
    ),
  );
  return [
    ...duplicateFaults('The tenant', membersOf(tenants, 'tenancyName')),
    ...duplicateFaults('The clientId', membersOf(tokens, 'clientId'), exactly),
    ...tenants.flatMap(({ entry, path }) => [
      ...duplicateNames(entry, path),
      ...duplicateItems(entry, path),
      ...duplicateVersions(entry, path),
      ...duplicateReferences(entry, path),
    ]),
  ];
};

const exactly = (name: string) => name;

/** One member of each entry, with the path to it. */
const membersOf = <Member extends string>(
  entries: readonly { entry: { [member in Member]?: string | null | undefined }; path: Path }[],
  member: Member,
) => entries.map(({ entry, path }) => ({ name: entry[member] ?? undefined, path: [...path, member] }));

const duplicateNames = (tenant: LooseTenant, path: Path): Fault[] => {
  const users = placed(tenant.users, [...path, 'users']);
  return [
    ...duplicateFaults('The role', membersOf(placed(tenant.roles, [...path, 'roles']), 'name')),
    ...duplicateFaults(
      'The content type',
      membersOf(placed(tenant.contentTypes, [...path, 'contentTypes']), 'name'),
    ),
    ...duplicateFaults('The workbook', membersOf(placed(tenant.workbooks, [...path, 'workbooks']), 'name')),
    ...duplicateFaults(
      'The sign-in provider',
      membersOf(placed(tenant.loginProviders, [...path, 'loginProviders']), 'name'),
    ),
    ...duplicateFaults('The user name', membersOf(users, 'userName')),
    ...duplicateFaults('The e-mail address', membersOf(users, 'emailAddress')),
    ...duplicateFaults('The team', membersOf(placed(tenant.teams, [...path, 'teams']), 'title')),
  ];
};

const duplicateItems = (tenant: LooseTenant, path: Path): Fault[] =>
  placed(tenant.contentTypes, [...path, 'contentTypes']).flatMap(({ entry, path }) =>
    duplicateFaults(
      'The externalId',
      membersOf(placed(entry.items, [...path, 'items']), 'externalId'),
      exactly,
    ),
  );

const duplicateVersions = (tenant: LooseTenant, path: Path): Fault[] =>
  placed(tenant.workbooks, [...path, 'workbooks']).flatMap(({ entry, path }) => {
    const codes = placed(entry.versions, [...path, 'versions']).map((version) => ({
      name: version.entry.versionCode?.toString(),
      path: [...version.path, 'versionCode'],
    }));
    return duplicateFaults('The versionCode', codes);
  });

const duplicateReferences = (tenant: LooseTenant, path: Path): Fault[] => {
  const lists = [
    ...placed(tenant.users, [...path, 'users']).map(({ entry, path }) =>
      placed(entry.roles, [...path, 'roles']),
    ),
    ...placed(tenant.teams, [...path, 'teams']).flatMap(({ entry, path }) => [
      placed(entry.workbooks, [...path, 'workbooks']),
      ...TEAM_GROUPS.map((group) => placed(entry.groups?.[group], [...path, 'groups', group])),
    ]),
  ];
  return lists.flatMap((list) =>
    duplicateFaults(
      'The name',
      list.map(({ entry, path }) => ({ name: entry, path })),
    ),
  );
};
