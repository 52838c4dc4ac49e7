import { setTimeout } from 'node:timers/promises';

export type PieceOptions = {
  /** The minimum size of a full piece, which can be slightly larger. */
  bytes: number;
  /** A pause of this many milliseconds also ends a piece. */
  silenceMs: number;
};

/**
 * A piece also ends when the sender pauses or disconnects, so that little is lost when a phone loses its
 * network, which it often notices long before the server does. If the source fails, yields the last piece
 * before throwing. Reads only on demand, so slow storage slows down the sender.
 */
export async function* splitIntoPieces(
  source: AsyncIterator<Buffer>,
  { bytes, silenceMs }: PieceOptions,
): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = [];
  let bufferedBytes = 0;
  const takePiece = () => {
    const piece = Buffer.concat(chunks, bufferedBytes);
    chunks = [];
    bufferedBytes = 0;
    return piece;
  };
  let next = source.next();
  // The promise is awaited below, but may be rejected before that.
  next.catch(() => undefined);
  for (;;) {
    if (bufferedBytes > 0 && !(await settlesWithin(silenceMs, next))) yield takePiece();
    let step: IteratorResult<Buffer>;
    try {
      step = await next;
    } catch (error) {
      if (bufferedBytes > 0) yield takePiece();
      throw error;
    }
    if (step.done) break;
    chunks.push(step.value);
    bufferedBytes += step.value.length;
    if (bufferedBytes >= bytes) yield takePiece();
    next = source.next();
    next.catch(() => undefined);
  }
  if (bufferedBytes > 0) yield takePiece();
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
