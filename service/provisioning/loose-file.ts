import type { ProvisionFile } from '#contract/provision.ts';
import { type Fault, type Path, pathText } from '#service/shape/fault.ts';

/**
 * A file of which something was refused: what is there has the right type, but anything may be missing. So the faults
 * of its names are found together with those of its shape.
 */
export type Loose<Value> = Value extends readonly (infer Entry)[]
  ? (Loose<Entry> | undefined)[]
  : Value extends object
    ? { [member in keyof Value]?: Loose<Value[member]> | undefined }
    : Value;
export type LooseFile = Loose<ProvisionFile>;
export type LooseTenant = NonNullable<NonNullable<LooseFile['tenants']>[number]>;
export type LooseUser = NonNullable<NonNullable<LooseTenant['users']>[number]>;
export type LooseTeam = NonNullable<NonNullable<LooseTenant['teams']>[number]>;

/** Takes what was refused out of the value, which the caller gives away. */
export const withoutRefused = (value: unknown, faults: readonly Fault[]): LooseFile => {
  for (const { path } of faults) {
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

/** What is left of a list; each entry comes with its place in the file. */
export const placed = <Entry>(
  list: readonly (Entry | undefined)[] | undefined,
  path: Path,
): { entry: Entry; path: Path }[] =>
  (list ?? []).flatMap((entry, index) => (entry === undefined ? [] : [{ entry, path: [...path, index] }]));

export const present = <Entry>(list: readonly (Entry | undefined)[] | undefined): Entry[] =>
  (list ?? []).filter((entry) => entry !== undefined);

/** Names are compared without letter case, as the database does. */
export const nameKey = (name: string): string => name.toLowerCase();

/** Every user that the tenant names, to be made or as a member. */
export const referredUserNames = (tenant: LooseTenant): string[] => [
  ...present(tenant.users).flatMap(({ userName }) => userName ?? []),
  ...present(tenant.teams).flatMap(({ groups }) => Object.values(groups ?? {}).flatMap(present)),
];

/** `what` is as in "The user name". */
export const givenTwice = (what: string, name: string, earlier: Path): string =>
  `${what} ${name} is given twice, first as ${pathText(earlier)}.`;

/** One fault for each entry whose key an earlier one has. */
export const duplicateFaults = (
  what: string,
  named: readonly { name: string | undefined; path: Path }[],
  keyOf: (name: string) => string = nameKey,
): Fault[] => {
  const first = new Map<string, Path>();
  return named.flatMap(({ name, path }) => {
    if (name === undefined) return [];
    const key = keyOf(name);
    const earlier = first.get(key);
    if (earlier) return [{ path, message: givenTwice(what, name, earlier) }];
    first.set(key, path);
    return [];
  });
};
