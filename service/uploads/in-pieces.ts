import { setTimeout } from 'node:timers/promises';

export type PieceOptions = {
  /** A piece has so many bytes, or a little more. */
  bytes: number;
  /** What came before a silence of so many milliseconds is a piece too. */
  silenceMs: number;
};

/**
 * What a sender sends, in pieces that are worth keeping: of one size, and whatever came before the sender fell silent, or
 * was cut off. So little is lost when a phone loses its network, which it often notices long before the server does. Ends
 * as the source ends, with its error when it breaks; the last piece comes before that. Reads on only when the consumer
 * comes back, so a slow store slows its sender down.
 */
export async function* inPieces(
  source: AsyncIterator<Buffer>,
  { bytes, silenceMs }: PieceOptions,
): AsyncGenerator<Buffer> {
  let gathered: Buffer[] = [];
  let count = 0;
  const take = () => {
    const piece = Buffer.concat(gathered, count);
    gathered = [];
    count = 0;
    return piece;
  };
  let next = source.next();
  // It is looked at below, but maybe later than it breaks.
  next.catch(() => undefined);
  for (;;) {
    if (count > 0 && !(await settlesWithin(silenceMs, next))) yield take();
    let step: IteratorResult<Buffer>;
    try {
      step = await next;
    } catch (error) {
      if (count > 0) yield take();
      throw error;
    }
    if (step.done) break;
    gathered.push(step.value);
    count += step.value.length;
    if (count >= bytes) yield take();
    next = source.next();
    next.catch(() => undefined);
  }
  if (count > 0) yield take();
}

const settlesWithin = async (ms: number, promise: Promise<unknown>): Promise<boolean> => {
  const waiting = new AbortController();
  const silence = setTimeout(ms, false, { signal: waiting.signal }).catch(() => true);
  const settled = promise.then(
    () => true,
    () => true,
  );
  const isSettled = await Promise.race([settled, silence]);
  waiting.abort();
  return isSettled;
};
