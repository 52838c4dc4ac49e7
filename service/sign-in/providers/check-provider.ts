import { sentence } from '#sentences/sentence.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { rolesOfAdministrators } from '#service/identity/administrators.ts';
import type { OutgoingPolicy } from '#service/outgoing/outgoing-policy.ts';
import { didYouMean } from '#service/problem.ts';
import { MOST_COMPARED, nearestName } from '#spelling/nearest-name.ts';
import type { ProviderSettings } from './login-provider.ts';
import { type GivenProvider, type ProviderFault, providerFaults } from './provider-faults.ts';
import { providerUnfit } from './provider-problems.ts';

/** Refuses a provider that cannot be, all its faults at once: its members, and the roles and teams that it names. */
export const checkProvider = async (
  trx: DatabaseTransaction,
  tenantId: number,
  given: GivenProvider,
  rules: { outgoingPolicy: OutgoingPolicy; hasSecret: boolean },
): Promise<void> => {
  const [roles, teams] = [await namesOf(trx, ROLES, tenantId), await namesOf(trx, TEAMS, tenantId)];
  const faults = [
    ...providerFaults(given, rules),
    ...unknown('role', rolesNamedBy(given), roles),
    ...(given.signsInAdministrators ? [] : await withheld(trx, tenantId, rolesNamedBy(given))),
    ...unknown('team', teamsNamedBy(given), teams),
  ];
  if (faults.length > 0) throw providerUnfit(faults);
};

const ROLES = 'select name from role where tenant_id = $1 order by lower(name)';
const TEAMS = 'select title as name from team where tenant_id = $1 order by lower(title)';

const namesOf = async (trx: DatabaseTransaction, statement: string, tenantId: number): Promise<string[]> =>
  (await run<{ name: string }>(trx, statement, [tenantId])).map(({ name }) => name);

type Named = { member: string; name: string };

/** The roles that people may be given by signing in. */
const rolesNamedBy = ({ defaultRoles = [], roleMapping }: ProviderSettings): Named[] => [
  ...defaultRoles.map((name) => ({ member: 'defaultRoles', name })),
  ...Object.values(roleMapping?.roles ?? {})
    .flat()
    .map((name) => ({ member: 'roleMapping', name })),
];

/** The teams that people may be made members of by signing in. */
const teamsNamedBy = ({ teamMapping }: ProviderSettings): Named[] =>
  Object.values(teamMapping?.teams ?? {})
    .flat()
    .map(({ team }) => ({ member: 'teamMapping', name: team }));

/** Roles that a provider could not give though it names them. */
const withheld = async (
  trx: DatabaseTransaction,
  tenantId: number,
  named: readonly Named[],
): Promise<ProviderFault[]> => {
  if (named.length === 0) return [];
  const ofAdministrators = await rolesOfAdministrators(trx, tenantId);
  return named
    .filter(({ name }) => ofAdministrators.has(name.toLowerCase()))
    .map(({ member, name }) => ({
      member,
      message: sentence`Only a provider with signsInAdministrators can assign the role '${name}'.`,
    }));
};

/** Names of roles are found whatever their letter case, titles of teams are not. */
const unknown = (
  kind: 'role' | 'team',
  named: readonly Named[],
  known: readonly string[],
): ProviderFault[] => {
  const key = (text: string) => (kind === 'role' ? text.toLowerCase() : text);
  const keys = new Set(known.map(key));
  const wrong = named.filter(({ name }) => !keys.has(key(name)));
  // Each is compared with each: in all as often as one name may be.
  const compared = known.slice(0, Math.ceil(MOST_COMPARED / wrong.length));
  return wrong.map(({ member, name }) => {
    const hint = didYouMean(nearestName(name, compared));
    const message =
      kind === 'role'
        ? sentence`There is no role with the name '${name}'.${hint}`
        : sentence`There is no team with the name '${name}'.${hint}`;
    return { member, message };
  });
};
