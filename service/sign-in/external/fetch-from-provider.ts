import type { CustomFetch } from 'openid-client';
import { SignInRefused } from '#service/sign-in/sign-in-refused.ts';

/** A discovery document has some 10 KB; keys and claims have less. */
const LARGEST_ANSWER = 1024 * 1024;
/** For all requests of one step of a sign-in together: a provider that is down is told of within ten seconds. */
const PATIENCE_MS = 9_000;
/** These have no body, and a Response of them may not have one. */
const WITHOUT_BODY = new Set([101, 204, 205, 304]);

/**
 * Makes what asks a provider, from now on and not for long: at the address given and nowhere else, and for no more than
 * anybody means to say.
 */
export const createProviderFetch = (): CustomFetch => {
  const deadline = AbortSignal.timeout(PATIENCE_MS);
  return async (address, { signal, ...init }) => {
    const answer = await fetch(address, {
      ...(init as RequestInit),
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
    });
    const body = await readBounded(answer);
    const { status, headers } = answer;
    return new Response(WITHOUT_BODY.has(status) ? null : body, { status, headers });
  };
};

const readBounded = async (answer: Response): Promise<Buffer<ArrayBuffer>> => {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of answer.body ?? []) {
    length += piece.length;
    if (length > LARGEST_ANSWER)
      throw new SignInRefused(`the provider answered with more than ${LARGEST_ANSWER} bytes`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
};
