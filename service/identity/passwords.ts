import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { getCurrentCaller } from '#service/admission/caller.ts';
import { createFairQueue } from '#service/admission/fair-queue.ts';
import { tooManyPasswordChecks } from './identity-problems.ts';

const derive = promisify(argon2);

/** OWASP's recommendation for Argon2id: 19 MiB and two passes, which take about 25 ms on one core. */
const PARAMETERS = { memory: 19_456, passes: 2, parallelism: 1 };
const HASH_PREFIX = `$argon2id$v=19$m=${PARAMETERS.memory},t=${PARAMETERS.passes},p=${PARAMETERS.parallelism}$`;
const TAG_BYTES = 32;
const SALT_BYTES = 16;

/**
 * Leaves one core free if possible: on two cores with fifty sign-ins a second, the 99th percentile of other response
 * times rose by a factor of 2.7 with both cores hashing, and by 1.5 to 1.8 with only one.
 */
export const CONCURRENT_HASHES = Math.min(2, Math.max(1, availableParallelism() - 1));
/** How many hashes may be queued per network address (`user`) and in total. */
const WAITING_HASHES = { user: 40, tenant: 50, server: 50 };
const MAX_WAIT_MS = 10_000;

/** Passwords are hashed in NFC (RFC 8265), so that they match on any keyboard. Older ones were hashed as typed. */
const listHashableForms = (password: string): string[] => [...new Set([password.normalize('NFC'), password])];

export type Passwords = {
  hash(password: string): Promise<string>;
  /** Takes just as long if `storedHash` is null (no such user, or a user without a password). */
  verify(password: string, storedHash: string | null): Promise<boolean>;
  /** Runs `work` once a slot is free, so the data it reads is current. */
  withSlot<Result>(work: (checks: PasswordChecks) => Promise<Result>): Promise<Result>;
};

type PasswordChecks = {
  verify: Passwords['verify'];
  /** Returns a new hash if the stored hash of the password has different parameters; undefined otherwise. */
  rehash(password: string, storedHash: string): Promise<string | undefined>;
};

export const createPasswordHasher = (): Passwords => {
  const withLimit = createHashLimit();
  const dummyHash = withLimit(() => hashPassword(randomBytes(16).toString('hex')));
  const verify = async (password: string, storedHash: string | null) => {
    const hash = storedHash ?? (await dummyHash);
    for (const form of listHashableForms(password))
      if (await verifyHash(form, hash)) return storedHash !== null;
    return false;
  };
  return {
    hash: (password) => withLimit(() => hashPassword(password)),
    verify: (password, storedHash) => withLimit(() => verify(password, storedHash)),
    withSlot: (work) => withLimit(() => work({ verify, rehash })),
  };
};

/** Returns a hash in the PHC string format: `$argon2id$v=19$m=…,t=…,p=…$salt$tag`. */
const hashPassword = async (password: string): Promise<string> => {
  const salt = randomBytes(SALT_BYTES);
  const tag = await deriveTag(listHashableForms(password)[0]!, salt, PARAMETERS, TAG_BYTES);
  return `${HASH_PREFIX}${toUnpaddedBase64(salt)}$${toUnpaddedBase64(tag)}`;
};

const HASH_PATTERN = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

const verifyHash = async (password: string, storedHash: string): Promise<boolean> => {
  const [, memory, passes, parallelism, salt, tag] = HASH_PATTERN.exec(storedHash) ?? [];
  if (salt === undefined || tag === undefined)
    throw new Error('A stored password hash has an unknown format.');
  const expectedTag = Buffer.from(tag, 'base64');
  const parameters = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const actualTag = await deriveTag(password, Buffer.from(salt, 'base64'), parameters, expectedTag.length);
  return timingSafeEqual(actualTag, expectedTag);
};

const deriveTag = (password: string, nonce: Buffer, parameters: typeof PARAMETERS, tagLength: number) =>
  derive('argon2id', { message: Buffer.from(password), nonce, tagLength, ...parameters }) as Promise<Buffer>;

const rehash = async (password: string, storedHash: string): Promise<string | undefined> =>
  storedHash.startsWith(HASH_PREFIX) ? undefined : hashPassword(password);

const toUnpaddedBase64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

/** Divides the slots among network addresses, so that someone guessing passwords does not block everyone else. */
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
    using _slot = await queue.acquire(getCurrentCaller());
    return await work();
  };
};
