import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { currentCaller } from '#service/admission/caller.ts';
import { createFairQueue } from '#service/admission/fair-queue.ts';
import { tooManyGuesses } from './identity-problems.ts';

const derive = promisify(argon2);

/** OWASP's parameters for Argon2id: 19 MiB, two passes; about 25 ms of one core. Stored with each hash. */
const PARAMETERS = { memory: 19_456, passes: 2, parallelism: 1 };
const PREFIX = `$argon2id$v=19$m=${PARAMETERS.memory},t=${PARAMETERS.passes},p=${PARAMETERS.parallelism}$`;
const TAG_BYTES = 32;
const SALT_BYTES = 16;

/**
 * At most two, and never all cores: on two cores with fifty sign-ins a second, the p99 of other requests rose 2.7 times with
 * both cores hashing, and 1.5 to 1.8 times with one.
 */
const CONCURRENT_HASHES = Math.min(2, Math.max(1, availableParallelism() - 1));
/** Jobs that may wait: of one address, and in all. A full queue drops the newest job of the address with the most jobs. */
const WAITING_HASHES = { user: 40, tenant: 50, server: 50 };
const MAX_WAIT_MS = 10_000;

/**
 * Passwords are hashed in NFC (RFC 8265), so the same characters typed on any keyboard match. Hashes from before that
 * rule were made from the password as typed, so that form is tried as well.
 */
const formsOf = (password: string): string[] => [...new Set([password.normalize('NFC'), password])];

/** Hashes and verifies passwords, using a limited share of the processor. */
export type Passwords = {
  hash(password: string): Promise<string>;
  /** Returns true if the password matches. Waits for a free place like all jobs. */
  verify(password: string, stored: string | null): Promise<boolean>;
  /**
   * Runs `work` when a place is free and passes it functions to verify passwords, so that `work` reads the newest data.
   * `matches` takes the same time whether `stored` is a hash or null (no such user, or a user without a password).
   */
  inTurn<Result>(work: (means: PasswordMeans) => Promise<Result>): Promise<Result>;
};

type PasswordMeans = {
  matches: Passwords['verify'];
  /** A hash with the current parameters for a password that matched a hash with others; undefined when they are the same. */
  renewed(password: string, stored: string): Promise<string | undefined>;
};

export const createPasswords = (): Passwords => {
  const limited = shareHashes();
  const decoy = limited(() => hashPassword(randomBytes(16).toString('hex')));
  const matches = async (password: string, stored: string | null) => {
    const hash = stored ?? (await decoy);
    for (const form of formsOf(password)) if (await matchesHash(form, hash)) return stored !== null;
    return false;
  };
  return {
    hash: (password) => limited(() => hashPassword(password)),
    verify: (password, stored) => limited(() => matches(password, stored)),
    inTurn: (work) => limited(() => work({ matches, renewed })),
  };
};

/** `$argon2id$v=19$m=…,t=…,p=…$salt$tag`, the PHC string format. */
const hashPassword = async (password: string): Promise<string> => {
  const salt = randomBytes(SALT_BYTES);
  const tag = await deriveTag(formsOf(password)[0]!, salt, PARAMETERS, TAG_BYTES);
  return `${PREFIX}${unpadded(salt)}$${unpadded(tag)}`;
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

const renewed = async (password: string, stored: string): Promise<string | undefined> =>
  stored.startsWith(PREFIX) ? undefined : hashPassword(password);

const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

/** Limits concurrent jobs and takes turns between addresses, so that one that guesses endlessly does not block the others. */
const shareHashes = () => {
  const queue = createFairQueue({
    slots: {
      user: Math.max(1, CONCURRENT_HASHES - 1),
      tenant: CONCURRENT_HASHES,
      server: CONCURRENT_HASHES,
    },
    waiting: WAITING_HASHES,
    maxWaitMs: MAX_WAIT_MS,
    createError: tooManyGuesses,
  });
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const leave = await queue.acquire(currentCaller());
    try {
      return await work();
    } finally {
      leave();
    }
  };
};
