import type { ProvisionTeam, ProvisionUser } from '#contract/provision.ts';

/** The application that sends tasks to the demo organisation. */
export const DEMO_CLIENT_ID = 'demo-erp';

type Person = { userName: string; name: string; surname: string; role: string };

/** The twelve sample users. */
export const demoPeople: readonly Person[] = [
  { userName: 'femke', name: 'Femke', surname: 'Visser', role: 'Administrator' },
  { userName: 'pieter', name: 'Pieter', surname: 'Bakker', role: 'Planner' },
  { userName: 'sanne', name: 'Sanne', surname: 'Mulder', role: 'Planner' },
  { userName: 'anna', name: 'Anna', surname: 'de Vries', role: 'Inspector' },
  { userName: 'bram', name: 'Bram', surname: 'Jansen', role: 'Inspector' },
  { userName: 'carla', name: 'Carla', surname: 'Smit', role: 'Inspector' },
  { userName: 'daan', name: 'Daan', surname: 'Meijer', role: 'Inspector' },
  { userName: 'emre', name: 'Emre', surname: 'Yılmaz', role: 'Inspector' },
  { userName: 'fatima', name: 'Fatima', surname: 'El Amrani', role: 'Inspector' },
  { userName: 'gijs', name: 'Gijs', surname: 'de Boer', role: 'Inspector' },
  { userName: 'hanna', name: 'Hanna', surname: 'Kowalska', role: 'Inspector' },
  { userName: 'victor', name: 'Victor', surname: 'Dekker', role: 'Viewer' },
];

const createTeam = (
  title: string,
  description: string,
  workbook: string[],
  coordinator: string,
  inspectors: string[],
) => ({
  title,
  description,
  timeZone: 'Europe/Amsterdam',
  workbooks: [...workbook, 'DamageReport'],
  groups: { Administrators: [], Coordinators: [coordinator], Inspectors: inspectors, Viewer: ['victor'] },
});

/** The four teams. Each starts with the workbooks for its own items. */
export const demoTeams = [
  createTeam('Bridges', 'Bridges and locks', ['BridgeInspection'], 'pieter', ['anna', 'bram', 'carla']),
  createTeam('Quay walls', 'Quays and canals', ['QuayWallInspection'], 'pieter', ['carla', 'daan']),
  createTeam(
    'Green and play',
    'Trees, parks and playgrounds',
    ['TreeInspection', 'PlaygroundInspection'],
    'sanne',
    ['emre', 'fatima', 'gijs'],
  ),
  createTeam('Street lighting', 'Lamp posts', ['LampPostCheck'], 'sanne', ['gijs', 'hanna']),
] satisfies ProvisionTeam[];

/** The people, who all have the same password, and the application with its secret. */
export const createDemoUsers = ({
  password,
  clientSecret,
}: {
  password: string;
  clientSecret: string;
}): ProvisionUser[] => [
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
