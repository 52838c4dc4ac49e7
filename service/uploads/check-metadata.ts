import type { FastifyRequest } from 'fastify';
import { UploadMetadata } from '#contract/upload.ts';
import { fieldProblems, type SchemaViolation } from '#service/http/field-problems.ts';
import { invalidRequest } from '#service/problem.ts';
import { readMetadata } from './tus-headers.ts';
import { unknownMetadataKey } from './upload-problems.ts';

const MEMBERS = Object.keys(UploadMetadata.properties);

/** Upload-Metadata as sent and as parsed; validated by its schema like a body. */
export const checkMetadata = (request: FastifyRequest): { given: string; metadata: UploadMetadata } => {
  const { given, members } = readMetadata(request.headers);
  for (const name of members.keys()) {
    if (!MEMBERS.includes(name)) throw unknownMetadataKey(name, MEMBERS);
  }
  const metadata: unknown = Object.fromEntries(members);
  const validate = request.compileValidationSchema(UploadMetadata);
  if (!validate(metadata)) throw invalidRequest(fieldProblems((validate.errors ?? []) as SchemaViolation[]));
  return { given, metadata: metadata as UploadMetadata };
};
