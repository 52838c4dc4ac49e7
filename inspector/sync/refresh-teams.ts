import { deleteFact } from '#inspector/store/facts.ts';
import type { Store } from '#inspector/store/store.ts';
import type { Person } from './pull.ts';
import type { Server } from './server.ts';
import { readMe } from './sign-in-device.ts';

/**
 * Reads the person's teams, whose open tasks are in the list. If the teams have changed, all work is read again; the
 * reset is stored first, so a device that is killed in between does it again.
 */
export const refreshTeams = async (
  store: Store,
  server: Server,
  { person, saveTeams }: { person: Person; saveTeams: (teamIds: readonly string[]) => Promise<unknown> },
): Promise<void> => {
  const { teamIds } = await readMe(server);
  const isSame =
    teamIds.length === person.teamIds.length && teamIds.every((id) => person.teamIds.includes(id));
  if (isSame) return;
  await deleteFact(store, 'changeToken');
  await saveTeams(teamIds);
  person.teamIds = teamIds;
};
