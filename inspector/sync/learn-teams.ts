import { forgetFact } from '#inspector/store/facts.ts';
import type { Store } from '#inspector/store/store.ts';
import type { Person } from './pull.ts';
import type { Server } from './server.ts';
import { readMe } from './sign-in-device.ts';

/**
 * Takes over in which teams the person is by now: what anybody of a team may take is found by them. Once they are others
 * all work is read anew.
 */
export const learnTeams = async (store: Store, server: Server, person: Person): Promise<void> => {
  const { teamIds } = await readMe(server);
  const isSame =
    teamIds.length === person.teamIds.length && teamIds.every((id) => person.teamIds.includes(id));
  if (isSame) return;
  person.teamIds = teamIds;
  await forgetFact(store, 'changeToken');
};
