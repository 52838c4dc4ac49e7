import type { Store } from '#inspector/store/store.ts';
import { deleteStoredValue } from '#inspector/store/stored-values.ts';
import type { Person } from './pull.ts';
import type { ServerClient } from './server-client.ts';
import { readMe } from './sign-in-device.ts';

/** Re-reads all work if the teams have changed: it includes the open tasks of the person's teams. */
export const refreshTeams = async (
  store: Store,
  client: ServerClient,
  { person, saveTeams }: { person: Person; saveTeams: (teamIds: readonly string[]) => Promise<unknown> },
): Promise<void> => {
  const { teamIds } = await readMe(client);
  const isUnchanged =
    teamIds.length === person.teamIds.length && teamIds.every((id) => person.teamIds.includes(id));
  if (isUnchanged) return;
  // Deleted first, so that the work is read again even if the app is killed in between.
  await deleteStoredValue(store, 'changeToken');
  await saveTeams(teamIds);
  person.teamIds = teamIds;
};
