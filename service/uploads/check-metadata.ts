import type { FastifyRequest } from 'fastify';
import { UploadMetadata } from '#contract/upload.ts';
import { fieldProblems, type SchemaViolation } from '#service/http/field-problems.ts';
import { invalidRequest } from '#service/problem.ts';
import { readMetadata } from './tus-headers.ts';
import { metadataMemberUnknown } from './upload-problems.ts';

const MEMBERS = Object.keys(UploadMetadata.properties);

/** Upload-Metadata as it was given, and as what it says; judged by its schema, as a body would be. */
export const checkMetadata = (request: FastifyRequest): { given: string; metadata: UploadMetadata } => {
  const { given, members } = readMetadata(request.headers);
  for (const name of members.keys()) {
    if (!MEMBERS.includes(name)) throw metadataMemberUnknown(name, MEMBERS);
  }
  const metadata: unknown = Object.fromEntries(members);
  const judge = request.compileValidationSchema(UploadMetadata);
  if (!judge(metadata)) throw invalidRequest(fieldProblems((judge.errors ?? []) as SchemaViolation[]));
  return { given, metadata: metadata as UploadMetadata };
};
