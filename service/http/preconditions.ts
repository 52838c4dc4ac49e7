import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { entityTagUnfit, preconditionMissing } from './request-problems.ts';

/** Whether a state, by its ETag, is the one that the caller means to change. */
export type Precondition = (entityTag: string) => boolean;

/** Revisions differ after every change, so they tell states apart. */
export const entityTagOf = (revision: number | string): string => `"${revision}"`;

/** The header of requests that change what somebody else may have changed meanwhile. */
export const ConditionalHeaders = Type.Object({
  'if-match': Type.Optional(
    Type.String({
      description:
        'The ETag of the state that is changed, as it was read; `*` for whatever is there. Required',
      examples: ['"3"'],
    }),
  ),
});

const ENTITY_TAGS = /^\s*(?:W\/)?"[^"]*"\s*(?:,\s*(?:W\/)?"[^"]*"\s*)*$/;

/** What `If-Match` asks for; refuses a request without it (428). */
export const preconditionOf = ({ headers }: FastifyRequest): Precondition => {
  const given = headers['if-match'];
  if (given === undefined) throw preconditionMissing();
  if (given.trim() === '*') return () => true;
  if (!ENTITY_TAGS.test(given)) throw entityTagUnfit(given);
  // A proxy that compresses an answer makes its ETag weak (W/"3"); the revision in it says the same.
  const tags = new Set(given.match(/"[^"]*"/g));
  return (entityTag) => tags.has(entityTag);
};

/** The same on a route that came before preconditions: without `If-Match` it is about whatever is there. */
export const optionalPreconditionOf = (request: FastifyRequest): Precondition =>
  request.headers['if-match'] === undefined ? () => true : preconditionOf(request);

/** Whether the caller means to make what is not there yet (`If-None-Match: *`). */
export const expectsNothing = ({ headers }: FastifyRequest): boolean =>
  headers['if-none-match']?.trim() === '*';
