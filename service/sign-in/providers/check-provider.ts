import { providerLimits } from '#contract/login-provider.ts';
import { msg } from '#i18n/message.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run, statement } from '#service/database/statement.ts';
import { listAdministratorRoles } from '#service/identity/administrators.ts';
import type { OutgoingPolicy } from '#service/outgoing/outgoing-policy.ts';
import { didYouMean } from '#service/problem.ts';
import { normalizeTitle } from '#service/teams/team-title.ts';
import { findNearestName, MAX_COMPARED_NAMES } from '#spelling/nearest-name.ts';
import type { ProviderSettings } from './login-provider.ts';
import { findProviderIssues, type ProviderFields, type ProviderIssue } from './provider-issues.ts';
import { invalidProvider } from './provider-problems.ts';

/** Rejects an invalid provider, reporting all errors including unknown roles and teams. */
export const checkProvider = async (
  trx: DatabaseTransaction,
  tenantId: number,
  provider: ProviderFields,
  rules: { outgoingPolicy: OutgoingPolicy; hasSecret: boolean },
): Promise<void> => {
  const longMappings = findLongMappings(provider);
  if (longMappings.length > 0) throw invalidProvider(longMappings);
  const roles = await listNames(trx, LIST_ROLES_TO_GIVE, tenantId);
  const teams = await listNames(trx, LIST_TEAMS_TO_JOIN, tenantId);
  const issues = [
    ...findProviderIssues(provider, rules),
    ...findUnknownNames('role', listReferencedRoles(provider), roles),
    ...(provider.signsInAdministrators
      ? []
      : await findUnassignableRoles(trx, tenantId, listReferencedRoles(provider))),
    ...findUnknownNames('team', listReferencedTeams(provider), teams),
  ];
  if (issues.length > 0) throw invalidProvider(issues);
};

/** Checked first: checking the names in a 4 MiB mapping would block the event loop. */
const findLongMappings = (provider: ProviderFields): ProviderIssue[] =>
  (['roleMapping', 'teamMapping'] as const).flatMap((field) => {
    const bytes = Buffer.byteLength(JSON.stringify(provider[field]) ?? '');
    const max = providerLimits.mappingBytes;
    if (bytes <= max) return [];
    return [
      {
        field,
        message: msg`The field '${field}' can have at most ${max} bytes as JSON; it has ${bytes}.`,
      },
    ];
  });

const LIST_ROLES_TO_GIVE = statement(
  'list-roles-to-give',
)`select name from role where tenant_id = $1 order by lower(name)`;
const LIST_TEAMS_TO_JOIN = statement('list-teams-to-join')`
  select title as name from team where tenant_id = $1 order by lower(title)`;

const listNames = async (
  trx: DatabaseTransaction,
  select: typeof LIST_ROLES_TO_GIVE,
  tenantId: number,
): Promise<string[]> => (await run(trx, select, [tenantId])).map(({ name }) => name);

type NamedReference = { field: string; name: string };

const listReferencedRoles = ({ defaultRoles = [], roleMapping }: ProviderSettings): NamedReference[] => [
  ...defaultRoles.map((name) => ({ field: 'defaultRoles', name })),
  ...Object.values(roleMapping?.roles ?? {})
    .flat()
    .map((name) => ({ field: 'roleMapping', name })),
];

const listReferencedTeams = ({ teamMapping }: ProviderSettings): NamedReference[] =>
  Object.values(teamMapping?.teams ?? {})
    .flat()
    .map(({ team }) => ({ field: 'teamMapping', name: team }));

const findUnassignableRoles = async (
  trx: DatabaseTransaction,
  tenantId: number,
  references: readonly NamedReference[],
): Promise<ProviderIssue[]> => {
  if (references.length === 0) return [];
  const administratorRoles = await listAdministratorRoles(trx, tenantId);
  return references
    .filter(({ name }) => administratorRoles.has(name.toLowerCase()))
    .map(({ field, name }) => ({
      field,
      message: msg`Only a provider with signsInAdministrators can assign the role '${name}'.`,
    }));
};

/** Compares names as the database does: case-insensitively, and team titles in normalization form C. */
const findUnknownNames = (
  kind: 'role' | 'team',
  references: readonly NamedReference[],
  knownNames: readonly string[],
): ProviderIssue[] => {
  const toKey = (name: string) => (kind === 'role' ? name : normalizeTitle(name)).toLowerCase();
  const knownKeys = new Set(knownNames.map(toKey));
  const unknownReferences = references.filter(({ name }) => !knownKeys.has(toKey(name)));
  // Every unknown name is compared with every candidate, so candidates are capped.
  const candidates = knownNames.slice(0, Math.ceil(MAX_COMPARED_NAMES / unknownReferences.length));
  return unknownReferences.map(({ field, name }) => {
    const hint = didYouMean(findNearestName(name, candidates));
    const message =
      kind === 'role'
        ? msg`There is no role with the name '${name}'.${hint}`
        : msg`There is no team with the name '${name}'.${hint}`;
    return { field, message };
  });
};
