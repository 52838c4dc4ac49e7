import { msg } from '#i18n/message.ts';
import { Problem } from '#service/problem.ts';

export const idempotencyKeyReused = (key: string) =>
  new Problem('conflict', msg`The Idempotency-Key '${key}' was already used for a different request.`);

export const invalidIdempotencyKey = (limit: number) =>
  new Problem(
    'invalid',
    msg`The Idempotency-Key must have 1 to ${limit} printable ASCII characters without spaces.`,
  );
