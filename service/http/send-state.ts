import type { FastifyReply } from 'fastify';
import { sendJson } from './envelope.ts';
import { entityTagOf } from './preconditions.ts';

/** Sends the state of something that can be edited, with the ETag by which an edit names it. */
export const sendState = <State extends { revision: number | string }>(reply: FastifyReply, state: State) =>
  sendJson(reply.header('etag', entityTagOf(state.revision)), JSON.stringify(state));

/** Sends what was made, and where it is to be found; `stateJson` is its state as text, perhaps as it was before. */
export const sendCreated = (reply: FastifyReply, folder: string, stateJson: string) => {
  const { id, revision } = JSON.parse(stateJson) as { id: string | number; revision: number | string };
  reply.code(201).header('location', `${folder}/${id}`).header('etag', entityTagOf(revision));
  return sendJson(reply, stateJson);
};
