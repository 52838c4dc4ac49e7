import type { Ensured } from '#service/database/ensured.ts';

/** What a file can bring about, in the order in which it is done. */
export const KINDS = {
  tenants: 'tenants',
  roles: 'roles',
  contentTypes: 'content types',
  items: 'items',
  workbooks: 'workbooks',
  workbookVersions: 'workbook versions',
  users: 'users',
  teams: 'teams',
  loginProviders: 'sign-in providers',
} as const;
export type Kind = keyof typeof KINDS;

/**
 * How many things of each kind were made, changed, or found as they should be. A user's roles and tokens, and a team's
 * groups and workbooks, count as the user and the team.
 */
export type ProvisionSummary = Record<Kind, Record<Ensured, number>>;

export const emptySummary = (): ProvisionSummary => {
  const kinds = Object.keys(KINDS) as Kind[];
  return Object.fromEntries(
    kinds.map((kind) => [kind, { created: 0, updated: 0, unchanged: 0 }]),
  ) as ProvisionSummary;
};

export const addSummary = (total: ProvisionSummary, part: ProvisionSummary) => {
  for (const kind of Object.keys(part) as Kind[]) {
    for (const outcome of Object.keys(part[kind]) as Ensured[]) total[kind][outcome] += part[kind][outcome];
  }
};

/** Whether there was anything to do. */
export const hasChanges = (summary: ProvisionSummary): boolean =>
  Object.values(summary).some(({ created, updated }) => created + updated > 0);

/** One line for each kind that the file names, or that nothing had to be changed. */
export const summaryLines = (summary: ProvisionSummary): string[] => {
  if (!hasChanges(summary)) return ['Everything was as the file says; nothing was changed.'];
  return (Object.keys(KINDS) as Kind[]).flatMap((kind) => {
    const { created, updated, unchanged } = summary[kind];
    if (created + updated + unchanged === 0) return [];
    return [`${KINDS[kind]}: ${created} created, ${updated} updated, ${unchanged} unchanged`];
  });
};
