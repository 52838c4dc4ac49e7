import { compileForm } from '#workbook-engine/compile-form.ts';
import { prefill } from '#workbook-engine/prefill.ts';
import type { CustomValue } from '#workbook-engine/prefill-rules.ts';
import { type LocalInspection, type LocalTask, type LocalVersion, NO_ITEM } from './local-data.ts';
import { appendToOutbox } from './outbox.ts';
import type { Store } from './store.ts';

/** Starts a task or continues its active inspection. Prefills answers with the same engine as the server. */
export const startInspection = (store: Store, taskId: string): Promise<string> => {
  const { database, now, newId } = store;
  const { tasks, versions, inspections, outbox, pauses } = database;
  return database.transaction('rw', [tasks, versions, inspections, outbox, pauses], async () => {
    const task = await tasks.get(taskId);
    const version = task && (await versions.get(task.work.task.workbook.versionId));
    if (!task || !version) throw new Error(`The task ${taskId} is not on this device.`);
    const startedInspections = await inspections.where({ taskId }).toArray();
    const activeInspection = startedInspections.find(
      ({ serverState }) => serverState === null || serverState.state === 'Active',
    );
    if (activeInspection) return activeInspection.id;
    const inspection = createInspection(task, version, { id: newId(), now: now() });
    await inspections.add(inspection);
    await appendToOutbox(store, inspection.id, { kind: 'start', startedAt: inspection.startedAt });
    return inspection.id;
  });
};

const createInspection = (
  { work: { task, timeZone, language } }: LocalTask,
  version: LocalVersion,
  { id, now }: { id: string; now: number },
): LocalInspection => {
  const { form } = compileForm({ fields: version.fields });
  const { answers } = prefill(form, task.customProperties as Record<string, CustomValue>, {
    now,
    timeZone,
    language,
  });
  const items = task.items.map(({ id: itemId, externalId, title }) => ({ id: itemId, externalId, title }));
  const itemIds = items.length === 0 ? [NO_ITEM] : items.map((item) => item.id);
  return {
    id,
    taskId: task.id,
    externalId: task.externalId,
    title: task.title,
    versionId: version.id,
    workbookTitle: version.title,
    teamId: task.team.id,
    teamTitle: task.team.title,
    timeZone,
    language,
    startedAt: new Date(now).toISOString(),
    items,
    sets: Object.fromEntries(itemIds.map((itemId) => [itemId, { answers, comments: {} }])),
    serverState: null,
    acknowledgedRevision: 0,
    completedAt: null,
    formPosition: null,
  };
};
