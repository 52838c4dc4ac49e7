import type { Database } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { taskBody } from '#service/testing/caller.ts';
import type { View } from './history-checker.ts';

/* Writers count a task's changes in its title so the checker knows which changes a reader has received. */

export const createTaskBody = (externalId: string, revision: number) =>
  taskBody({ externalId, title: `revision ${revision}` });

const readRevision = (title: string): number => Number(/^revision (\d+)$/.exec(title)?.[1] ?? Number.NaN);

type ChangeEntry = {
  externalId: string;
  title: string;
  state: number;
  inspectionId: string | null;
  isDeleted: boolean;
};

/** A task's state in a change feed entry. */
export const toView = ({ externalId, title, state, inspectionId, isDeleted }: ChangeEntry): View => ({
  entity: externalId,
  revision: readRevision(title),
  isDeleted,
  content: JSON.stringify([title, state, inspectionId, isDeleted]),
});

/** The state of a tenant's tasks in the tables. */
export const readTables = async (db: Database, tenantId: number): Promise<Map<string, View>> => {
  const rows = await run<{
    external_id: string;
    title: string;
    state: number;
    inspection_id: string | null;
    is_deleted: boolean;
  }>(db, 'select external_id, title, state, inspection_id, is_deleted from task where tenant_id = $1', [
    tenantId,
  ]);
  return new Map(
    rows.map((row) => [
      row.external_id,
      toView({
        externalId: row.external_id,
        title: row.title,
        state: row.state,
        inspectionId: row.inspection_id,
        isDeleted: row.is_deleted,
      }),
    ]),
  );
};
