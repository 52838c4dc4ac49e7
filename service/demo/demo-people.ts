import type { ProvisionTeam, ProvisionUser } from '#contract/provision.ts';
import type { DemoSecrets } from './demo-secrets.ts';
import people from './people.json' with { type: 'json' };
import teams from './teams.json' with { type: 'json' };

/** The application that sends tasks to the demo organisation. */
export const DEMO_CLIENT_ID = 'demo-erp';

export const demoPeople = people;

/** Each team's workbooks start with those for its items and end with the damage report. */
export const demoTeams = teams satisfies ProvisionTeam[];

export const createDemoUsers = ({ password, clientSecret }: DemoSecrets): ProvisionUser[] => [
  ...demoPeople.map(({ userName, name, surname, role }) => ({
    userName,
    name,
    surname,
    emailAddress: `${userName}@demo.example`,
    password,
    roles: [role],
  })),
  {
    userName: 'erp',
    name: 'Asset register',
    service: true,
    roles: ['Integration'],
    tokens: [{ clientId: DEMO_CLIENT_ID, clientSecret }],
  },
];
