import type { ProvisionFile } from '#contract/provision.ts';
import { TEAM_GROUPS } from '#contract/team.ts';
import { formatPath, type Issue, type Path } from '#service/shape/issue.ts';
import { normalizeTitle } from '#service/teams/team-title.ts';

/** Any field may be missing, so that errors in names can be reported together with schema errors. */
export type DeepPartial<Value> = Value extends readonly (infer Entry)[]
  ? (DeepPartial<Entry> | undefined)[]
  : Value extends object
    ? { [name in keyof Value]?: DeepPartial<Value[name]> | undefined }
    : Value;
export type PartialFile = DeepPartial<ProvisionFile>;
export type PartialTenant = NonNullable<NonNullable<PartialFile['tenants']>[number]>;
export type PartialUser = NonNullable<NonNullable<PartialTenant['users']>[number]>;
export type PartialTeam = NonNullable<NonNullable<PartialTenant['teams']>[number]>;

export type ValueAtPath<Value> = { value: Value; path: Path };

/** Removes invalid values, in place. */
export const removeInvalidValues = (value: unknown, issues: readonly Issue[]): PartialFile => {
  for (const { path } of issues) {
    const parent = path
      .slice(0, -1)
      .reduce<unknown>((current, step) => (current as Container | undefined)?.[step], value);
    const lastStep = path.at(-1);
    if (lastStep !== undefined && typeof parent === 'object' && parent !== null)
      (parent as Container)[lastStep] = undefined;
  }
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
};

type Container = Record<string | number, unknown>;

type EntryOf<List> = List extends readonly (infer Entry)[] ? Exclude<Entry, undefined> : never;

export const listEntries = <Parent, Field extends keyof Parent & string>(
  { value, path }: ValueAtPath<Parent>,
  field: Field,
): ValueAtPath<EntryOf<Parent[Field]>>[] =>
  addPaths(value[field] as EntryOf<Parent[Field]>[] | undefined, [...path, field]);

export const addPaths = <Entry>(
  list: readonly (Entry | undefined)[] | undefined,
  path: Path,
): ValueAtPath<Entry>[] =>
  (list ?? []).flatMap((value, index) => (value === undefined ? [] : [{ value, path: [...path, index] }]));

export const listFields = <Field extends string>(
  entries: readonly ValueAtPath<{ [field in Field]?: string | number | null | undefined }>[],
  field: Field,
): ValueAtPath<string | undefined>[] =>
  entries.map(({ value, path }) => ({ value: value[field]?.toString(), path: [...path, field] }));

export const listGroupMembers = ({ value, path }: ValueAtPath<PartialTeam>): ValueAtPath<string>[][] =>
  TEAM_GROUPS.map((group) => addPaths(value.groups?.[group], [...path, 'groups', group]));

export const listDefinedEntries = <Entry>(list: readonly (Entry | undefined)[] | undefined): Entry[] =>
  (list ?? []).filter((entry) => entry !== undefined);

/** Creates a key for comparing names as the database does: case-insensitively and in Unicode NFC. */
export const createNameKey = (name: string): string => normalizeTitle(name).toLowerCase();

export const listReferencedUserNames = (tenant: PartialTenant): string[] => [
  ...listDefinedEntries(tenant.users).flatMap(({ userName }) => userName ?? []),
  ...listDefinedEntries(tenant.teams).flatMap(({ groups }) =>
    Object.values(groups ?? {}).flatMap(listDefinedEntries),
  ),
];

export const formatDuplicateMessage = (subject: string, name: string, firstPath: Path): string =>
  `${subject} ${name} appears twice, first at ${formatPath(firstPath)}.`;
