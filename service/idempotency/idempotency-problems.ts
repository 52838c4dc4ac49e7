import { sentence } from '#sentences/sentence.ts';
import { Problem } from '#service/problem.ts';

export const idempotencyKeyReused = (key: string) =>
  new Problem('conflict', sentence`The Idempotency-Key '${key}' was used for another request.`);

export const idempotencyKeyUnfit = (limit: number) =>
  new Problem(
    'invalid',
    sentence`The Idempotency-Key must have 1 to ${limit} printable ASCII characters without blanks.`,
  );
