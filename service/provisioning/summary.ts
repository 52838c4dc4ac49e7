import type { UpsertOutcome } from '#service/database/upsert-outcome.ts';

/** The kinds of data in a file, in the order in which they are applied. */
export const KINDS = {
  tenants: 'tenants',
  roles: 'roles',
  contentTypes: 'content types',
  items: 'items',
  workbooks: 'workbooks',
  workbookVersions: 'workbook versions',
  users: 'users',
  teams: 'teams',
  loginProviders: 'identity providers',
} as const;
export type Kind = keyof typeof KINDS;

/**
 * Changes to roles and tokens count as changes to the user, and changes to groups and workbooks as changes to
 * the team.
 */
export type ProvisionSummary = Record<Kind, Record<UpsertOutcome, number>>;

export const createSummary = (): ProvisionSummary => {
  const kinds = Object.keys(KINDS) as Kind[];
  return Object.fromEntries(
    kinds.map((kind) => [kind, { created: 0, updated: 0, unchanged: 0 }]),
  ) as ProvisionSummary;
};

export const addSummary = (total: ProvisionSummary, part: ProvisionSummary) => {
  for (const kind of Object.keys(part) as Kind[]) {
    for (const outcome of Object.keys(part[kind]) as UpsertOutcome[])
      total[kind][outcome] += part[kind][outcome];
  }
};

export const hasChanges = (summary: ProvisionSummary): boolean =>
  Object.values(summary).some(({ created, updated }) => created + updated > 0);

export const formatSummary = (summary: ProvisionSummary): string[] => {
  if (!hasChanges(summary)) return ['No changes: everything is up to date.'];
  return (Object.keys(KINDS) as Kind[]).flatMap((kind) => {
    const { created, updated, unchanged } = summary[kind];
    if (created + updated + unchanged === 0) return [];
    return [`${KINDS[kind]}: ${created} created, ${updated} updated, ${unchanged} unchanged`];
  });
};
