import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { invalidEntityTag, missingPrecondition } from './request-problems.ts';

/** Returns true if the client expects this ETag. */
export type Precondition = (entityTag: string) => boolean;

/** Every edit changes an object's revision, so the revision identifies its state. */
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

/** Rejects a request without `If-Match` (428). */
export const parsePrecondition = ({ headers }: FastifyRequest): Precondition => {
  const header = headers['if-match'];
  if (header === undefined) throw missingPrecondition();
  if (header.trim() === '*') return () => true;
  if (!ENTITY_TAGS_PATTERN.test(header)) throw invalidEntityTag(header);
  // A proxy that compresses a response weakens its ETag (W/"3") without changing the revision.
  const tags = new Set(header.match(/"[^"]*"/g));
  return (entityTag) => tags.has(entityTag);
};

/** Older clients do not send `If-Match`. */
export const parseOptionalPrecondition = (request: FastifyRequest): Precondition =>
  request.headers['if-match'] === undefined ? () => true : parsePrecondition(request);

export const isNotModified = ({ headers }: FastifyRequest, etag: string): boolean =>
  headers['if-none-match']?.split(',').some((tag) => [etag, `W/${etag}`, '*'].includes(tag.trim())) ?? false;

/** `If-None-Match: *` means that the resource must not exist yet. */
export const hasIfNoneMatchAny = ({ headers }: FastifyRequest): boolean =>
  headers['if-none-match']?.trim() === '*';
