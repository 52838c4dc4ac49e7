import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { invalidEntityTag, missingPrecondition } from './request-problems.ts';

/** Returns true if the ETag is one that the client expects. */
export type Precondition = (entityTag: string) => boolean;

/** Formats a revision as an ETag. A revision identifies a state of an object, because every edit changes it. */
export const formatEntityTag = (revision: number | string): string => `"${revision}"`;

export const ConditionalHeaders = Type.Object({
  'if-match': Type.Optional(
    Type.String({
      description: 'The ETag that you read, or `*` to overwrite the object unconditionally. Required',
      examples: ['"3"'],
    }),
  ),
});

const ENTITY_TAGS_PATTERN = /^\s*(?:W\/)?"[^"]*"\s*(?:,\s*(?:W\/)?"[^"]*"\s*)*$/;

/** Parses `If-Match`. Rejects a request without this header (428). */
export const parsePrecondition = ({ headers }: FastifyRequest): Precondition => {
  const header = headers['if-match'];
  if (header === undefined) throw missingPrecondition();
  if (header.trim() === '*') return () => true;
  if (!ENTITY_TAGS_PATTERN.test(header)) throw invalidEntityTag(header);
  // A proxy that compresses a response turns its ETag into a weak one (W/"3") without changing the revision.
  const tags = new Set(header.match(/"[^"]*"/g));
  return (entityTag) => tags.has(entityTag);
};

/** Like `parsePrecondition`, but accepts any state if `If-Match` is absent. Older clients do not send this header. */
export const parseOptionalPrecondition = (request: FastifyRequest): Precondition =>
  request.headers['if-match'] === undefined ? () => true : parsePrecondition(request);

/** Returns true for `If-None-Match: *`, which means that the resource must not exist yet. */
export const hasIfNoneMatchAny = ({ headers }: FastifyRequest): boolean =>
  headers['if-none-match']?.trim() === '*';
