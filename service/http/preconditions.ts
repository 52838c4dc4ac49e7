import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { invalidEntityTag, preconditionMissing } from './request-problems.ts';

/** Returns true if a state, given by its ETag, is the one that the client expects. */
export type Precondition = (entityTag: string) => boolean;

/** The revision changes with every edit, so it identifies a state. */
export const entityTagOf = (revision: number | string): string => `"${revision}"`;

/** The header of requests that edit data which others may edit at the same time. */
export const ConditionalHeaders = Type.Object({
  'if-match': Type.Optional(
    Type.String({
      description: 'The ETag of the state to be changed, as last read; `*` for any state. Required',
      examples: ['"3"'],
    }),
  ),
});

const ENTITY_TAGS = /^\s*(?:W\/)?"[^"]*"\s*(?:,\s*(?:W\/)?"[^"]*"\s*)*$/;

/** Parses `If-Match`; rejects a request without it (428). */
export const preconditionOf = ({ headers }: FastifyRequest): Precondition => {
  const given = headers['if-match'];
  if (given === undefined) throw preconditionMissing();
  if (given.trim() === '*') return () => true;
  if (!ENTITY_TAGS.test(given)) throw invalidEntityTag(given);
  // A proxy that compresses a response makes its ETag weak (W/"3"); the revision in it is the same.
  const tags = new Set(given.match(/"[^"]*"/g));
  return (entityTag) => tags.has(entityTag);
};

/** For routes that existed before preconditions: without `If-Match`, any state is accepted. */
export const optionalPreconditionOf = (request: FastifyRequest): Precondition =>
  request.headers['if-match'] === undefined ? () => true : preconditionOf(request);

/** Returns true if the client wants to create something that must not exist yet (`If-None-Match: *`). */
export const hasIfNoneMatchAny = ({ headers }: FastifyRequest): boolean =>
  headers['if-none-match']?.trim() === '*';
