import { setTimeout } from 'node:timers/promises';

export type PieceOptions = {
  /** The size of a piece; it may be a little larger. */
  bytes: number;
  /** A pause of so many milliseconds also ends a piece. */
  silenceMs: number;
};

/**
 * Divides the stream of a sender into pieces: of one size, and of what arrived before the sender paused or was cut off. So
 * little is lost when a phone loses its network, which it often notices long before the server does. Ends like the source,
 * with its error if it fails; the last piece comes before that. Reads on only when the consumer asks for the next piece, so
 * a slow storage slows its sender down.
 */
export async function* inPieces(
  source: AsyncIterator<Buffer>,
  { bytes, silenceMs }: PieceOptions,
): AsyncGenerator<Buffer> {
  let gathered: Buffer[] = [];
  let count = 0;
  const takePiece = () => {
    const piece = Buffer.concat(gathered, count);
    gathered = [];
    count = 0;
    return piece;
  };
  let next = source.next();
  // The promise is awaited below, but it may be rejected earlier.
  next.catch(() => undefined);
  for (;;) {
    if (count > 0 && !(await settlesWithin(silenceMs, next))) yield takePiece();
    let step: IteratorResult<Buffer>;
    try {
      step = await next;
    } catch (error) {
      if (count > 0) yield takePiece();
      throw error;
    }
    if (step.done) break;
    gathered.push(step.value);
    count += step.value.length;
    if (count >= bytes) yield takePiece();
    next = source.next();
    next.catch(() => undefined);
  }
  if (count > 0) yield takePiece();
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
