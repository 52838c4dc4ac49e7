import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { getCurrentCaller } from '#service/admission/caller.ts';
import { createFairQueue } from '#service/admission/fair-queue.ts';
import { tooManyPasswordChecks } from './identity-problems.ts';

const derive = promisify(argon2);

/** The parameters OWASP recommends for Argon2id: 19 MiB, two passes, about 25 ms on one core. Stored with each hash. */
const PARAMETERS = { memory: 19_456, passes: 2, parallelism: 1 };
const PREFIX = `$argon2id$v=19$m=${PARAMETERS.memory},t=${PARAMETERS.passes},p=${PARAMETERS.parallelism}$`;
const TAG_BYTES = 32;
const SALT_BYTES = 16;

/**
 * How many hashes are calculated at the same time: at most two, leaving one core free if possible. On two
 * cores with fifty sign-ins a second, the 99th percentile of the response times of other requests rose by a
 * factor of 2.7 with both cores hashing, and by 1.5 to 1.8 with only one.
 */
export const CONCURRENT_HASHES = Math.min(2, Math.max(1, availableParallelism() - 1));
/** How many jobs may wait per network address (`user`) and in total. */
const WAITING_HASHES = { user: 40, tenant: 50, server: 50 };
const MAX_WAIT_MS = 10_000;

/** Passwords are hashed in NFC (RFC 8265), so they match on any keyboard; older ones were hashed as typed. */
const listCandidates = (password: string): string[] => [...new Set([password.normalize('NFC'), password])];

export type Passwords = {
  hash(password: string): Promise<string>;
  verify(password: string, stored: string | null): Promise<boolean>;
  /**
   * Runs `work` when a slot is free, so it reads current data after waiting. `matches` takes just as long if `stored`
   * is null (no such user, or a user without a password).
   */
  withSlot<Result>(work: (checks: PasswordChecks) => Promise<Result>): Promise<Result>;
};

type PasswordChecks = {
  matches: Passwords['verify'];
  /** Returns a new hash if the stored hash of the password has different parameters; undefined otherwise. */
  rehash(password: string, stored: string): Promise<string | undefined>;
};

export const createPasswords = (): Passwords => {
  const withLimit = createHashLimit();
  const dummyHash = withLimit(() => hashPassword(randomBytes(16).toString('hex')));
  const matches = async (password: string, stored: string | null) => {
    const hash = stored ?? (await dummyHash);
    for (const candidate of listCandidates(password))
      if (await matchesHash(candidate, hash)) return stored !== null;
    return false;
  };
  return {
    hash: (password) => withLimit(() => hashPassword(password)),
    verify: (password, stored) => withLimit(() => matches(password, stored)),
    withSlot: (work) => withLimit(() => work({ matches, rehash })),
  };
};

/** `$argon2id$v=19$m=…,t=…,p=…$salt$tag`, the PHC string format. */
const hashPassword = async (password: string): Promise<string> => {
  const salt = randomBytes(SALT_BYTES);
  const tag = await deriveTag(listCandidates(password)[0]!, salt, PARAMETERS, TAG_BYTES);
  return `${PREFIX}${toUnpaddedBase64(salt)}$${toUnpaddedBase64(tag)}`;
};

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

const matchesHash = async (password: string, stored: string): Promise<boolean> => {
  const [, memory, passes, parallelism, salt, tag] = PHC.exec(stored) ?? [];
  if (salt === undefined || tag === undefined)
    throw new Error('A stored password hash has an unknown format.');
  const expected = Buffer.from(tag, 'base64');
  const parameters = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const actual = await deriveTag(password, Buffer.from(salt, 'base64'), parameters, expected.length);
  return timingSafeEqual(actual, expected);
};

const deriveTag = (password: string, nonce: Buffer, parameters: typeof PARAMETERS, tagLength: number) =>
  derive('argon2id', { message: Buffer.from(password), nonce, tagLength, ...parameters }) as Promise<Buffer>;

const rehash = async (password: string, stored: string): Promise<string | undefined> =>
  stored.startsWith(PREFIX) ? undefined : hashPassword(password);

const toUnpaddedBase64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

/** Divides the slots among network addresses, so that someone guessing passwords does not block others. */
const createHashLimit = () => {
  const queue = createFairQueue({
    slots: {
      user: Math.max(1, CONCURRENT_HASHES - 1),
      tenant: CONCURRENT_HASHES,
      server: CONCURRENT_HASHES,
    },
    waiting: WAITING_HASHES,
    maxWaitMs: MAX_WAIT_MS,
    createError: tooManyPasswordChecks,
  });
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const release = await queue.acquire(getCurrentCaller());
    try {
      return await work();
    } finally {
      release();
    }
  };
};
