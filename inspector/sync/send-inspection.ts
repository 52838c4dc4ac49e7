import type { Inspection, SavedAnswers } from '#contract/inspection.ts';
import { applyServerState } from '#inspector/store/apply-server-state.ts';
import { NO_ITEM, type OutboxAction, type OutboxEntry } from '#inspector/store/local-data.ts';
import { mergeInspection } from '#inspector/store/merge-inspection.ts';
import { recordAcknowledgement, takeNextEntry } from '#inspector/store/outbox.ts';
import type { Store } from '#inspector/store/store.ts';
import { sendPicture } from './send-picture.ts';
import { RequestRejectedError, type ServerClient, SignedOutError } from './server-client.ts';

/** Answers with the same device ID never conflict. */
export type SendContext = { store: Store; client: ServerClient; deviceId: string };

/** Each action is idempotent. Throws ServerUnreachableError, RequestRejectedError. */
export const sendInspection = async (context: SendContext, inspectionId: string): Promise<void> => {
  const { store, client } = context;
  let id = inspectionId;
  for (let entry = await takeNextEntry(store, id); entry; entry = await takeNextEntry(store, id)) {
    if (entry.action.kind === 'start') id = await sendStart(context, entry, entry.action);
    else await recordAcknowledgement(store, entry, await sendEntry(context, entry, entry.action));
  }
  await applyServerState(store, await client.request<Inspection>('GET', `/api/v1/inspections/${id}`));
};

/** Sends the start. Returns the inspection's ID on the server. */
const sendStart = async (
  { store, client }: SendContext,
  entry: OutboxEntry,
  { startedAt }: OutboxAction & { kind: 'start' },
): Promise<string> => {
  const { inspectionId } = entry;
  const inspection = (await store.database.inspections.get(inspectionId))!;
  // The task's items may have changed since the start.
  const itemIds = inspection.items.map(({ id }) => id);
  const body = { inspectionId, startedAt, versionId: inspection.versionId, itemIds };
  const path = `/api/v1/tasks/${inspection.taskId}`;
  const serverState = await client.request<Inspection>('POST', `${path}/start`, { body }).catch((error) => {
    if (!(error instanceof RequestRejectedError) || error instanceof SignedOutError) throw error;
    // The task was cancelled or reassigned in the meantime. The answers are sent as a late inspection.
    return client.request<Inspection>('POST', `${path}/late-inspections`, { body });
  });
  // The start stays in the outbox until the merge. If it is sent again, the server returns the same inspection.
  if (serverState.id !== inspectionId) await mergeInspection(store, inspectionId, serverState.id);
  await recordAcknowledgement(store, { ...entry, inspectionId: serverState.id });
  await applyServerState(store, serverState);
  return serverState.id;
};

/** Sends one action. Returns the inspection's revision if the response contains it. */
const sendEntry = async (
  { store, client, deviceId }: SendContext,
  { inspectionId }: OutboxEntry,
  action: Exclude<OutboxAction, { kind: 'start' }>,
): Promise<number | undefined> => {
  const path = `/api/v1/inspections/${inspectionId}`;
  switch (action.kind) {
    case 'answer': {
      const { itemId, field, isComment, value, baseRevision, givenAt } = action;
      const body = {
        ...(itemId !== NO_ITEM && { itemId }),
        [isComment ? 'comments' : 'answers']: { [field]: value },
        ...{ baseRevision, device: deviceId, givenAt },
      };
      return (await client.request<SavedAnswers>('PATCH', `${path}/answers`, { body })).revision;
    }
    case 'attach': {
      const picture = await store.database.pictures.get(action.pictureId);
      if (picture && !picture.isArrived) await sendPicture(store, client, picture);
      return undefined;
    }
    case 'complete':
      return sendCompletion(client, inspectionId, action.completedAt);
  }
};

const sendCompletion = async (
  client: ServerClient,
  inspectionId: string,
  completedAt: string,
): Promise<undefined> => {
  const path = `/api/v1/inspections/${inspectionId}`;
  // The idempotency key prevents a retry from completing an inspection that was returned in the meantime.
  const idempotencyKey = `${inspectionId}:${completedAt}`;
  try {
    await client.request('POST', `${path}/complete`, { body: { completedAt }, idempotencyKey });
  } catch (error) {
    if (!(error instanceof RequestRejectedError) || error instanceof SignedOutError) throw error;
    const { state } = await client.request<Inspection>('GET', path);
    // Late results need no completion.
    if (state !== 'Canceled') throw error;
  }
};
