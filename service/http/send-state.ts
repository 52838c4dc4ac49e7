import type { FastifyReply } from 'fastify';
import { sendJson } from './envelope.ts';
import { entityTagOf } from './preconditions.ts';

/** Sends the state of an editable resource with its ETag. */
export const sendState = <State extends { revision: number | string }>(reply: FastifyReply, state: State) =>
  sendJson(reply.header('etag', entityTagOf(state.revision)), JSON.stringify(state));

/** Sends a created resource and its address; `stateJson` is its state as JSON, which may come from an earlier request with the same key. */
export const sendCreated = (reply: FastifyReply, folder: string, stateJson: string) => {
  const { id, revision } = JSON.parse(stateJson) as { id: string | number; revision: number | string };
  reply.code(201).header('location', `${folder}/${id}`).header('etag', entityTagOf(revision));
  return sendJson(reply, stateJson);
};
