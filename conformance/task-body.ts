import { randomUUID } from 'node:crypto';
import { people, teams, workbooks } from './organisation.ts';

/** Returns an external ID that no other test or run uses. */
export const createExternalId = () => `conformance-${randomUUID()}`;

/** Returns a name that is neither in use nor similar to any name in use. */
export const createUnknownName = () => `zz${randomUUID().replaceAll('-', '')}`;

/** Returns a complete task for the inspector in team north. It can be created in any tenant that has this team. */
export const taskBody = <Changes extends Record<string, unknown>>(changes: Changes = {} as Changes) => ({
  externalId: createExternalId(),
  title: 'Inspect the railing',
  teamName: teams.north as string,
  workbookName: workbooks.form.name as string,
  assignedUserName: people.inspector as string,
  ...changes,
});

export const omitField = (input: Record<string, unknown>, field: string) => {
  const { [field]: _, ...rest } = input;
  return rest;
};
