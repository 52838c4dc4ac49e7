import type { UpsertOutcome } from '#service/database/upsert-outcome.ts';

/** The kinds of data in a file, in the order they are applied. */
const DATA_KINDS = {
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
export type DataKind = keyof typeof DATA_KINDS;

/** A user's roles and tokens count as part of the user, and a team's groups and workbooks as part of the team. */
export type ProvisionSummary = Record<DataKind, Record<UpsertOutcome, number>>;

export const createSummary = (): ProvisionSummary => {
  const kinds = Object.keys(DATA_KINDS) as DataKind[];
  return Object.fromEntries(
    kinds.map((kind) => [kind, { created: 0, updated: 0, unchanged: 0 }]),
  ) as ProvisionSummary;
};

export const addSummary = (total: ProvisionSummary, summary: ProvisionSummary) => {
  for (const kind of Object.keys(summary) as DataKind[]) {
    for (const outcome of Object.keys(summary[kind]) as UpsertOutcome[])
      total[kind][outcome] += summary[kind][outcome];
  }
};

export const hasChanges = (summary: ProvisionSummary): boolean =>
  Object.values(summary).some(({ created, updated }) => created + updated > 0);

export const formatSummary = (summary: ProvisionSummary): string[] => {
  if (!hasChanges(summary)) return ['No changes: everything is up to date.'];
  return (Object.keys(DATA_KINDS) as DataKind[]).flatMap((kind) => {
    const { created, updated, unchanged } = summary[kind];
    if (created + updated + unchanged === 0) return [];
    return [`${DATA_KINDS[kind]}: ${created} created, ${updated} updated, ${unchanged} unchanged`];
  });
};
