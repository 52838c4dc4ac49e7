import type { Inspection } from '#contract/inspection.ts';
import type { Answers } from '#workbook-engine/answer.ts';
import { type AnswerSet, type LocalInspection, NO_ITEM, type OutboxEntry } from './local-data.ts';
import type { Store } from './store.ts';
import { type AnswerChange, applyChange } from './update-answer.ts';

/** Stores a state of an inspection from the server, with the unsent changes of this device applied to it. */
export const applyServerState = ({ database }: Store, serverState: Inspection): Promise<void> =>
  database.transaction('rw', database.inspections, database.commands, async () => {
    const local = await database.inspections.get(serverState.id);
    // This state was sent before the server received an answer that it has already acknowledged.
    if (
      local &&
      serverState.revision < Math.max(local.acknowledgedRevision, local.serverState?.revision ?? 0)
    )
      return;
    await database.commands
      .where({ inspectionId: serverState.id })
      // A restored server no longer has the revisions that the inspector has seen (resetAfterRestore).
      .modify(({ act }) => {
        if (act.kind === 'answer') act.baseRevision = Math.min(act.baseRevision, serverState.revision);
      });
    const commands = await database.commands.where({ inspectionId: serverState.id }).toArray();
    await database.inspections.put({
      ...detailsOf(serverState),
      sets: commands.reduce(applyEntry, answersByItem(serverState)),
      serverState,
      acknowledgedRevision: serverState.revision,
      finishedAt: finishedAt(commands) ?? serverState.endedAt,
      place: local?.place ?? null,
      ...(local?.drafts && { drafts: local.drafts }),
    });
  });

const detailsOf = (serverState: Inspection) => ({
  id: serverState.id,
  taskId: serverState.taskId,
  externalId: serverState.externalId,
  title: serverState.title,
  versionId: serverState.workbookId,
  workbookTitle: serverState.workbookTitle,
  teamId: serverState.teamId,
  teamTitle: serverState.teamTitle,
  timeZone: serverState.timeZone,
  language: serverState.language,
  startedAt: serverState.startedAt,
  items: serverState.items.map(({ itemId, externalId, title }) => ({ id: itemId, externalId, title })),
});

const answersByItem = (serverState: Inspection): LocalInspection['sets'] =>
  serverState.items.length === 0
    ? { [NO_ITEM]: answersOf(serverState) }
    : Object.fromEntries(serverState.items.map((item) => [item.itemId, answersOf(item)]));

/** Answers that are not relevant at the moment are included: they may become relevant. */
const answersOf = ({
  answers,
  irrelevantAnswers,
  comments,
}: Pick<Inspection, 'answers' | 'irrelevantAnswers' | 'comments'>): AnswerSet => ({
  answers: { ...irrelevantAnswers, ...answers } as Answers,
  comments,
});

const applyEntry = (sets: LocalInspection['sets'], { act }: OutboxEntry) =>
  act.kind === 'answer' ? applyChange(sets, act as AnswerChange) : sets;

const finishedAt = (commands: readonly OutboxEntry[]): string | undefined =>
  commands.map(({ act }) => act).find((act) => act.kind === 'finish')?.finishedAt;
