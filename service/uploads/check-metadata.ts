import type { FastifyRequest } from 'fastify';
import { UploadMetadata } from '#contract/upload.ts';
import { fieldProblems, type SchemaViolation } from '#service/http/field-problems.ts';
import { invalidRequest } from '#service/problem.ts';
import { readMetadata } from './tus-headers.ts';
import { unknownMetadataKey } from './upload-problems.ts';

const MEMBERS = Object.keys(UploadMetadata.properties);

/** Parses the Upload-Metadata header and validates it with its schema, like a body. */
export const checkMetadata = (request: FastifyRequest): { rawMetadata: string; metadata: UploadMetadata } => {
  const { rawMetadata, members } = readMetadata(request.headers);
  for (const name of members.keys()) {
    if (!MEMBERS.includes(name)) throw unknownMetadataKey(name, MEMBERS);
  }
  const metadata: unknown = Object.fromEntries(members);
  const validate = request.compileValidationSchema(UploadMetadata);
  if (!validate(metadata)) throw invalidRequest(fieldProblems((validate.errors ?? []) as SchemaViolation[]));
  return { rawMetadata, metadata: metadata as UploadMetadata };
};
