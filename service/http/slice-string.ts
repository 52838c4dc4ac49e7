import { createPauses, yieldToEventLoop } from './run-in-slices.ts';

const SLICE_LENGTH = 64 * 1024;

/** Encodes a long string in parts and in time slices, so that the event loop never writes all of it at once. */
export async function* sliceString(text: string): AsyncGenerator<Buffer> {
  // The first slice copies a string that was concatenated.
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

/** A parameter of a statement: the driver encodes a string of several MB in one step, at up to 10 ms per MB. */
export const encodeParameter = async (text: string): Promise<string | Buffer> =>
  text.length <= SLICE_LENGTH ? text : Buffer.concat(await Array.fromAsync(sliceString(text)));

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit < 0xdc00;
