import { compileForm } from '#workbook-engine/compile-form.ts';
import { prefill } from '#workbook-engine/prefill.ts';
import type { CustomValue } from '#workbook-engine/prefill-rules.ts';
import { appendAct } from './append-act.ts';
import { type KeptInspection, type KeptTask, type KeptVersion, NO_ITEM } from './kept.ts';
import type { Store } from './store.ts';

/**
 * Begins a task here and now, or goes on with what was begun; returns the inspection. What the task knows is filled in as
 * the server will do it when it hears of the start: the same engine, the same rules.
 */
export const startInspection = (store: Store, taskId: string): Promise<string> => {
  const { database, now, newId } = store;
  const { tasks, versions, inspections, commands, queues } = database;
  return database.transaction('rw', [tasks, versions, inspections, commands, queues], async () => {
    const task = await tasks.get(taskId);
    const version = task && (await versions.get(task.work.task.workbook.versionId));
    if (!task || !version) throw new Error(`The task ${taskId} is not on this device.`);
    const begun = await inspections.where({ taskId }).toArray();
    const underWay = begun.find(({ reading }) => reading === null || reading.state === 'Active');
    if (underWay) return underWay.id;
    const inspection = newInspection(task, version, { id: newId(), now: now() });
    await inspections.add(inspection);
    await appendAct(store, inspection.id, { kind: 'start', startedAt: inspection.startedAt });
    return inspection.id;
  });
};

const newInspection = (
  { work: { task, timeZone, language } }: KeptTask,
  version: KeptVersion,
  { id, now }: { id: string; now: number },
): KeptInspection => {
  const { form } = compileForm({ fields: version.fields });
  const { answers } = prefill(form, task.customProperties as Record<string, CustomValue>, {
    now,
    timeZone,
    language,
  });
  const items = task.items.map(({ id: itemId, externalId, title }) => ({ id: itemId, externalId, title }));
  const places = items.length === 0 ? [NO_ITEM] : items.map((item) => item.id);
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
    sets: Object.fromEntries(places.map((place) => [place, { answers, remarks: {} }])),
    reading: null,
    keptRevision: 0,
    finishedAt: null,
    place: null,
  };
};
