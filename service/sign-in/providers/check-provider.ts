import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { nearestName } from '#spelling/nearest-name.ts';
import type { ProviderSettings } from './login-provider.ts';
import { type GivenProvider, type ProviderFault, providerFaults } from './provider-faults.ts';
import { providerUnfit } from './provider-problems.ts';

/** Refuses a provider that cannot be, all its faults at once: its members, and the roles and teams that it names. */
export const checkProvider = async (
  trx: DatabaseTransaction,
  tenantId: number,
  given: GivenProvider,
  rules: { allowInsecureHttp: boolean; hasSecret: boolean },
): Promise<void> => {
  const [roles, teams] = [await namesOf(trx, ROLES, tenantId), await namesOf(trx, TEAMS, tenantId)];
  const faults = [
    ...providerFaults(given, rules),
    ...rolesNamedBy(given).flatMap(({ member, name }) => unknown('role', member, name, roles)),
    ...teamsNamedBy(given).flatMap(({ member, name }) => unknown('team', member, name, teams)),
  ];
  if (faults.length > 0) throw providerUnfit(faults);
};

const ROLES = 'select name from role where tenant_id = $1';
const TEAMS = 'select title as name from team where tenant_id = $1';

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

/** Names of roles are found whatever their letter case, titles of teams are not. */
const unknown = (kind: 'role' | 'team', member: string, name: string, known: string[]): ProviderFault[] => {
  const key = (text: string) => (kind === 'role' ? text.toLowerCase() : text);
  if (known.some((one) => key(one) === key(name))) return [];
  const near = nearestName(name, known);
  const hint = near === undefined ? '' : ` Did you mean '${near}'?`;
  return [{ member, message: `There is no ${kind} with the name '${name}'.${hint}` }];
};
