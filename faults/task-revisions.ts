import type { Database } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { taskBody } from '#service/testing/caller.ts';
import type { EntityState } from './history-checker.ts';

/* A task's title contains its change count, so that the checker knows which changes a reader has received. */

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

export const toEntityState = ({
  externalId,
  title,
  state,
  inspectionId,
  isDeleted,
}: ChangeEntry): EntityState => ({
  entity: externalId,
  revision: readRevision(title),
  isDeleted,
  content: JSON.stringify([title, state, inspectionId, isDeleted]),
});

export const readTables = async (db: Database, tenantId: number): Promise<Map<string, EntityState>> => {
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
      toEntityState({
        externalId: row.external_id,
        title: row.title,
        state: row.state,
        inspectionId: row.inspection_id,
        isDeleted: row.is_deleted,
      }),
    ]),
  );
};
