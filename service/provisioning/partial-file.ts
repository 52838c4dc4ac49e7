import type { ProvisionFile } from '#contract/provision.ts';
import { formatPath, type Issue, type Path } from '#service/shape/issue.ts';
import { normalizeTitle } from '#service/teams/team-title.ts';

/**
 * A file without its invalid values: any member may be missing, but those that exist have the right type. With it, errors
 * in names are found together with schema errors.
 */
export type Loose<Value> = Value extends readonly (infer Entry)[]
  ? (Loose<Entry> | undefined)[]
  : Value extends object
    ? { [member in keyof Value]?: Loose<Value[member]> | undefined }
    : Value;
export type PartialFile = Loose<ProvisionFile>;
export type PartialTenant = NonNullable<NonNullable<PartialFile['tenants']>[number]>;
export type PartialUser = NonNullable<NonNullable<PartialTenant['users']>[number]>;
export type PartialTeam = NonNullable<NonNullable<PartialTenant['teams']>[number]>;

/** Removes invalid values, in place. */
export const removeInvalidValues = (value: unknown, issues: readonly Issue[]): PartialFile => {
  for (const { path } of issues) {
    const parent = path
      .slice(0, -1)
      .reduce<unknown>((current, step) => (current as Members | undefined)?.[step], value);
    const last = path.at(-1);
    if (last !== undefined && typeof parent === 'object' && parent !== null)
      (parent as Members)[last] = undefined;
  }
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
};

type Members = Record<string | number, unknown>;

/** Returns the entries that are defined, each with its path in the file. */
export const withPaths = <Entry>(
  list: readonly (Entry | undefined)[] | undefined,
  path: Path,
): { entry: Entry; path: Path }[] =>
  (list ?? []).flatMap((entry, index) => (entry === undefined ? [] : [{ entry, path: [...path, index] }]));

export const definedEntries = <Entry>(list: readonly (Entry | undefined)[] | undefined): Entry[] =>
  (list ?? []).filter((entry) => entry !== undefined);

/** Names are compared case-insensitively and in Unicode NFC, as in the database. */
export const nameKey = (name: string): string => normalizeTitle(name).toLowerCase();

/** Returns all user names of the tenant: of its users and of the members of its teams. */
export const referredUserNames = (tenant: PartialTenant): string[] => [
  ...definedEntries(tenant.users).flatMap(({ userName }) => userName ?? []),
  ...definedEntries(tenant.teams).flatMap(({ groups }) =>
    Object.values(groups ?? {}).flatMap(definedEntries),
  ),
];

/** `kind` is a phrase such as "The user name". */
export const duplicateMessage = (kind: string, name: string, earlier: Path): string =>
  `${kind} ${name} appears twice, first at ${formatPath(earlier)}.`;

/** Returns an error for each entry whose key appeared before. */
export const duplicateErrors = (
  kind: string,
  entries: readonly { name: string | undefined; path: Path }[],
  keyOf: (name: string) => string = nameKey,
): Issue[] => {
  const first = new Map<string, Path>();
  return entries.flatMap(({ name, path }) => {
    if (name === undefined) return [];
    const key = keyOf(name);
    const earlier = first.get(key);
    if (earlier) return [{ path, message: duplicateMessage(kind, name, earlier) }];
    first.set(key, path);
    return [];
  });
};
