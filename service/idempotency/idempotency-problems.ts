import { sentence } from '#i18n/sentence.ts';
import { Problem } from '#service/problem.ts';

export const idempotencyKeyReused = (key: string) =>
  new Problem('conflict', sentence`The Idempotency-Key '${key}' was already used for a different request.`);

export const invalidIdempotencyKey = (limit: number) =>
  new Problem(
    'invalid',
    sentence`The Idempotency-Key must have 1 to ${limit} printable ASCII characters without spaces.`,
  );
