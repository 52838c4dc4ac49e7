import type { Inspection } from '#contract/inspection.ts';
import type { Answers } from '#workbook-engine/answer.ts';
import { type ItemAnswers, type LocalInspection, NO_ITEM, type OutboxEntry } from './local-data.ts';
import type { Store } from './store.ts';
import { type AnswerChange, applyChange } from './update-answer.ts';

/** Stores an inspection's state from the server, with this device's unsent changes applied to it. */
export const applyServerState = ({ database }: Store, serverState: Inspection): Promise<void> =>
  database.transaction('rw', database.inspections, database.outbox, async () => {
    const localInspection = await database.inspections.get(serverState.id);
    // The server sent this state before it received an answer that it has since acknowledged.
    if (
      localInspection &&
      serverState.revision <
        Math.max(localInspection.acknowledgedRevision, localInspection.serverState?.revision ?? 0)
    )
      return;
    await database.outbox
      .where({ inspectionId: serverState.id })
      // A restored server no longer has the revisions that the inspector has seen (resetAfterRestore).
      .modify(({ action }) => {
        if (action.kind === 'answer')
          action.baseRevision = Math.min(action.baseRevision, serverState.revision);
      });
    const entries = await database.outbox.where({ inspectionId: serverState.id }).toArray();
    await database.inspections.put({
      ...toLocalDetails(serverState),
      sets: entries.reduce(applyEntry, groupAnswersByItem(serverState)),
      serverState,
      acknowledgedRevision: serverState.revision,
      completedAt: findCompletedAt(entries) ?? serverState.endedAt,
      formPosition: localInspection?.formPosition ?? null,
      ...(localInspection?.drafts && { drafts: localInspection.drafts }),
    });
  });

const toLocalDetails = (serverState: Inspection) => {
  const { id, taskId, externalId, title, workbookId, workbookTitle } = serverState;
  const { teamId, teamTitle, timeZone, language, startedAt, items } = serverState;
  return {
    ...{ id, taskId, externalId, title, versionId: workbookId, workbookTitle },
    ...{ teamId, teamTitle, timeZone, language, startedAt },
    items: items.map((item) => ({ id: item.itemId, externalId: item.externalId, title: item.title })),
  };
};

const groupAnswersByItem = (serverState: Inspection): LocalInspection['sets'] =>
  serverState.items.length === 0
    ? { [NO_ITEM]: mergeAnswers(serverState) }
    : Object.fromEntries(serverState.items.map((item) => [item.itemId, mergeAnswers(item)]));

/** Includes currently irrelevant answers, which may become relevant. */
const mergeAnswers = ({
  answers,
  irrelevantAnswers,
  comments,
}: Pick<Inspection, 'answers' | 'irrelevantAnswers' | 'comments'>): ItemAnswers => ({
  answers: { ...irrelevantAnswers, ...answers } as Answers,
  comments,
});

const applyEntry = (sets: LocalInspection['sets'], { action }: OutboxEntry) =>
  action.kind === 'answer' ? applyChange(sets, action as AnswerChange) : sets;

const findCompletedAt = (entries: readonly OutboxEntry[]): string | undefined =>
  entries.map(({ action }) => action).find((action) => action.kind === 'complete')?.completedAt;
