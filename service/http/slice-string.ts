import { createPauses, yieldToEventLoop } from './run-in-slices.ts';

const SLICE_LENGTH = 64 * 1024;

/** Encodes a long string in parts and in time slices, so the event loop never has to write it all at once. */
export async function* sliceString(text: string): AsyncGenerator<Buffer> {
  // The first slice flattens a concatenated string by copying it.
  await yieldToEventLoop();
  const pause = createPauses();
  for (let start = 0; start < text.length; ) {
    await pause();
    let end = start + SLICE_LENGTH;
    // Both halves of a surrogate pair must be in the same part.
    if (isHighSurrogate(text.charCodeAt(end - 1))) end++;
    yield Buffer.from(text.slice(start, end));
    start = end;
  }
}

/** Encodes a statement parameter. The driver would encode a string of several MB in one go, at up to 10 ms per MB. */
export const encodeParameter = async (text: string): Promise<string | Buffer> =>
  text.length <= SLICE_LENGTH ? text : Buffer.concat(await Array.fromAsync(sliceString(text)));

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit < 0xdc00;
