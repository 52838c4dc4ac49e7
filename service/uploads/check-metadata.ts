import type { FastifyRequest } from 'fastify';
import { UploadMetadata } from '#contract/upload.ts';
import { type SchemaViolation, toFieldProblems } from '#service/http/field-problems.ts';
import { invalidRequest } from '#service/problem.ts';
import { parseMetadata } from './tus-headers.ts';
import { unknownMetadataKey } from './upload-problems.ts';

const KEYS = Object.keys(UploadMetadata.properties);

export const checkMetadata = (request: FastifyRequest): { rawMetadata: string; metadata: UploadMetadata } => {
  const { rawMetadata, values } = parseMetadata(request.headers);
  for (const name of values.keys()) {
    if (!KEYS.includes(name)) throw unknownMetadataKey(name, KEYS);
  }
  const metadata: unknown = Object.fromEntries(values);
  const validate = request.compileValidationSchema(UploadMetadata);
  if (!validate(metadata))
    throw invalidRequest(toFieldProblems((validate.errors ?? []) as SchemaViolation[]));
  return { rawMetadata, metadata: metadata as UploadMetadata };
};
