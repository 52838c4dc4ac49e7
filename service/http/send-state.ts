import type { FastifyReply } from 'fastify';
import { sendJson } from './envelope.ts';
import { entityTagOf } from './preconditions.ts';

/** What can be edited, as its caller sees it. */
export type State = { id: string; revision: number };

/** Sends the state of something that can be edited, with the ETag by which an edit names it. */
export const sendState = (reply: FastifyReply, state: { revision: number }) =>
  sendJson(reply.header('etag', entityTagOf(state.revision)), JSON.stringify(state));

/** Sends what was made, and where it is to be found; `stateJson` is the text of a State, perhaps one of earlier. */
export const sendCreated = (reply: FastifyReply, folder: string, stateJson: string) => {
  const { id, revision } = JSON.parse(stateJson) as State;
  reply.code(201).header('location', `${folder}/${id}`).header('etag', entityTagOf(revision));
  return sendJson(reply, stateJson);
};
