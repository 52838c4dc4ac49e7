import { setTimeout } from 'node:timers/promises';

/**
 * A piece ends at `bytes` bytes or more, or when the sender pauses for `silenceMs` or disconnects, so that little is
 * lost when a phone loses its network. (The phone often notices long before the server does.) Chunks are read on
 * demand, so slow storage slows down the sender.
 */
export async function* splitIntoPieces(
  source: AsyncIterator<Buffer>,
  { bytes, silenceMs }: { bytes: number; silenceMs: number },
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
  // The promise is awaited below, but may reject before that.
  next.catch(() => undefined);
  for (;;) {
    if (bufferedBytes > 0 && !(await settlesWithin(silenceMs, next))) yield takePiece();
    let result: IteratorResult<Buffer>;
    try {
      result = await next;
    } catch (error) {
      if (bufferedBytes > 0) yield takePiece();
      throw error;
    }
    if (result.done) break;
    chunks.push(result.value);
    bufferedBytes += result.value.length;
    if (bufferedBytes >= bytes) yield takePiece();
    next = source.next();
    next.catch(() => undefined);
  }
  if (bufferedBytes > 0) yield takePiece();
}

const settlesWithin = async (ms: number, promise: Promise<unknown>): Promise<boolean> => {
  const timeout = new AbortController();
  const silence = setTimeout(ms, false, { signal: timeout.signal }).catch(() => true);
  const settled = promise.then(
    () => true,
    () => true,
  );
  const isSettled = await Promise.race([settled, silence]);
  timeout.abort();
  return isSettled;
};
