import type { Inspection } from '#contract/inspection.ts';
import type { Answers } from '#workbook-engine/answer.ts';
import { type Said, withSaid } from './answer-field.ts';
import { type Command, type KeptInspection, type KeptSet, NO_ITEM } from './kept.ts';
import type { Store } from './store.ts';

/** Takes over what the server says of an inspection. What was said here and is not there yet stands over it. */
export const takeReading = ({ database }: Store, reading: Inspection): Promise<void> =>
  database.transaction('rw', database.inspections, database.commands, async () => {
    const kept = await database.inspections.get(reading.id);
    // It was on its way while an answer arrived there.
    if (kept && reading.revision < Math.max(kept.keptRevision, kept.reading?.revision ?? 0)) return;
    await database.commands
      .where({ inspectionId: reading.id })
      // What was seen of a history that is gone was not seen (acceptSetback).
      .modify(({ act }) => {
        if (act.kind === 'answer') act.baseRevision = Math.min(act.baseRevision, reading.revision);
      });
    const commands = await database.commands.where({ inspectionId: reading.id }).toArray();
    await database.inspections.put({
      ...factsOf(reading),
      sets: commands.reduce(withCommand, setsOf(reading)),
      reading,
      keptRevision: reading.revision,
      finishedAt: finishedAt(commands) ?? reading.endedAt,
      place: kept?.place ?? null,
    });
  });

const factsOf = (reading: Inspection) => ({
  id: reading.id,
  taskId: reading.taskId,
  externalId: reading.externalId,
  title: reading.title,
  versionId: reading.workbookId,
  workbookTitle: reading.workbookTitle,
  teamId: reading.teamId,
  teamTitle: reading.teamTitle,
  timeZone: reading.timeZone,
  language: reading.language,
  startedAt: reading.startedAt,
  items: reading.items.map(({ itemId, externalId, title }) => ({ id: itemId, externalId, title })),
});

const setsOf = (reading: Inspection): KeptInspection['sets'] =>
  reading.items.length === 0
    ? { [NO_ITEM]: setOf(reading) }
    : Object.fromEntries(reading.items.map((item) => [item.itemId, setOf(item)]));

/** What is not relevant at the moment is kept too: it may become so. */
const setOf = ({
  answers,
  setAside,
  remarks,
}: Pick<Inspection, 'answers' | 'setAside' | 'remarks'>): KeptSet => ({
  answers: { ...setAside, ...answers } as Answers,
  remarks,
});

const withCommand = (sets: KeptInspection['sets'], { act }: Command) =>
  act.kind === 'answer' ? withSaid(sets, act as Said) : sets;

const finishedAt = (commands: readonly Command[]): string | undefined =>
  commands.map(({ act }) => act).find((act) => act.kind === 'finish')?.finishedAt;
