import type { Inspection } from '#contract/inspection.ts';
import { adoptInspection } from '#inspector/store/adopt-inspection.ts';
import { type Act, type Command, NO_ITEM } from '#inspector/store/kept.ts';
import { settle, takeNext } from '#inspector/store/outbox.ts';
import type { Store } from '#inspector/store/store.ts';
import { takeReading } from '#inspector/store/take-reading.ts';
import { sendPicture } from './send-picture.ts';
import { Refused, type Server, SignedOut } from './server.ts';

/** Who tells. `device` is its name among those of its person: it does not contradict itself. */
export type Sender = { store: Store; server: Server; device: string };

/**
 * Tells the server all that waits of one inspection, in order, and takes over what it makes of it. Each act can be told
 * twice and happens once. Throws Unreachable, SignedOut, Refused.
 */
export const sendInspection = async (sender: Sender, inspectionId: string): Promise<void> => {
  const { store, server } = sender;
  let id = inspectionId;
  for (let command = await takeNext(store, id); command; command = await takeNext(store, id)) {
    if (command.act.kind === 'start') id = await start(sender, command, command.act);
    else await settle(store, command, await tell(sender, command, command.act));
  }
  await takeReading(store, await server.ask<Inspection>('GET', `/api/v1/inspections/${id}`));
};

/** Returns the id of the inspection that is there. */
const start = async (
  { store, server }: Sender,
  command: Command,
  { startedAt }: Act & { kind: 'start' },
): Promise<string> => {
  const { inspectionId } = command;
  const inspection = (await store.database.inspections.get(inspectionId))!;
  // What the device has of the task: it may have been edited since.
  const itemIds = inspection.items.map(({ id }) => id);
  const begun = { inspectionId, startedAt, versionId: inspection.versionId, itemIds };
  const path = `/api/v1/tasks/${inspection.taskId}`;
  const there = await server.ask<Inspection>('POST', `${path}/start`, { body: begun }).catch((error) => {
    if (!(error instanceof Refused) || error instanceof SignedOut) throw error;
    // Meanwhile it was cancelled, or is somebody else's: what was answered is handed in all the same (T10).
    return server.ask<Inspection>('POST', `${path}/late-inspections`, { body: begun });
  });
  // Before it counts as told: what is cut off in between begins anew, and finds the other again.
  if (there.id !== inspectionId) await adoptInspection(store, inspectionId, there.id);
  await settle(store, { ...command, inspectionId: there.id });
  await takeReading(store, there);
  return there.id;
};

/** Returns the revision of the inspection, where the reply tells. */
const tell = async (
  { store, server, device }: Sender,
  { inspectionId }: Command,
  act: Exclude<Act, { kind: 'start' }>,
): Promise<number | undefined> => {
  const path = `/api/v1/inspections/${inspectionId}`;
  switch (act.kind) {
    case 'answer': {
      const { itemId, field, isRemark, value, baseRevision, givenAt } = act;
      const body = {
        ...(itemId !== NO_ITEM && { itemId }),
        [isRemark ? 'remarks' : 'answers']: { [field]: value },
        ...{ baseRevision, device, givenAt },
      };
      return (await server.ask<{ revision: number }>('PATCH', `${path}/answers`, { body })).revision;
    }
    case 'attach': {
      const picture = await store.database.pictures.get(act.pictureId);
      if (picture && !picture.isArrived) await sendPicture(store, server, picture);
      return undefined;
    }
    case 'finish':
      return finish(server, inspectionId, act.finishedAt);
  }
};

const finish = async (server: Server, inspectionId: string, completedAt: string): Promise<undefined> => {
  const path = `/api/v1/inspections/${inspectionId}`;
  // Told again it ends nothing that was returned since it was heard.
  const once = `${inspectionId}:${completedAt}`;
  try {
    await server.ask('POST', `${path}/complete`, { body: { completedAt }, once });
  } catch (error) {
    if (!(error instanceof Refused) || error instanceof SignedOut) throw error;
    const { state } = await server.ask<Inspection>('GET', path);
    // A late result is complete when it is there: its task has gone on without it.
    if (state !== 'Canceled') throw error;
  }
};
