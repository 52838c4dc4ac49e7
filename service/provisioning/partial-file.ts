import type { ProvisionFile } from '#contract/provision.ts';
import { formatPath, type Issue, type Path } from '#service/shape/issue.ts';
import { normalizeTitle } from '#service/teams/team-title.ts';

/**
 * A file without its invalid parts: values have the right type, but anything may be missing. This allows name errors to
 * be found together with schema errors.
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

/** Removes invalid values. Modifies the given value. */
export const withoutRejected = (value: unknown, issues: readonly Issue[]): PartialFile => {
  for (const { path } of issues) {
    const place = path
      .slice(0, -1)
      .reduce<unknown>((here, step) => (here as Members | undefined)?.[step], value);
    const last = path.at(-1);
    if (last !== undefined && typeof place === 'object' && place !== null)
      (place as Members)[last] = undefined;
  }
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
};

type Members = Record<string | number, unknown>;

/** The entries that are present, each with its path in the file. */
export const withPaths = <Entry>(
  list: readonly (Entry | undefined)[] | undefined,
  path: Path,
): { entry: Entry; path: Path }[] =>
  (list ?? []).flatMap((entry, index) => (entry === undefined ? [] : [{ entry, path: [...path, index] }]));

export const present = <Entry>(list: readonly (Entry | undefined)[] | undefined): Entry[] =>
  (list ?? []).filter((entry) => entry !== undefined);

/** Names are compared as in the database: case-insensitively and in Unicode normalization form C. */
export const nameKey = (name: string): string => normalizeTitle(name).toLowerCase();

/** Every user name of the tenant, as a user or as a member of a team. */
export const referredUserNames = (tenant: PartialTenant): string[] => [
  ...present(tenant.users).flatMap(({ userName }) => userName ?? []),
  ...present(tenant.teams).flatMap(({ groups }) => Object.values(groups ?? {}).flatMap(present)),
];

/** `what` is a phrase such as "The user name". */
export const duplicateMessage = (what: string, name: string, earlier: Path): string =>
  `${what} ${name} appears twice, first at ${formatPath(earlier)}.`;

/** One error for each entry whose key appeared before. */
export const duplicateErrors = (
  what: string,
  named: readonly { name: string | undefined; path: Path }[],
  keyOf: (name: string) => string = nameKey,
): Issue[] => {
  const first = new Map<string, Path>();
  return named.flatMap(({ name, path }) => {
    if (name === undefined) return [];
    const key = keyOf(name);
    const earlier = first.get(key);
    if (earlier) return [{ path, message: duplicateMessage(what, name, earlier) }];
    first.set(key, path);
    return [];
  });
};
