/** PostgreSQL's OID of the type text. */
const TEXT = 25;
/** The dimensions of the array, whether it contains nulls, the element type, the length and the first index. */
const HEADER_BYTES = 20;
const LENGTH_BYTES = 4;

/**
 * Encodes an array in PostgreSQL's binary format, because in text format the driver would escape every quote:
 * 4 MB of quotes take 270 ms, compared to 5 ms.
 */
export const encodeTextArray = (texts: readonly (string | null)[]): Buffer => {
  const sizes = texts.map((text) => (text === null ? 0 : Buffer.byteLength(text)));
  const total = sizes.reduce((sum, size) => sum + LENGTH_BYTES + size, HEADER_BYTES);
  const array = Buffer.allocUnsafe(total);
  let position = 0;
  for (const number of [1, Number(texts.includes(null)), TEXT, texts.length, 1])
    position = array.writeInt32BE(number, position);
  for (const [index, text] of texts.entries()) {
    position = array.writeInt32BE(text === null ? -1 : sizes[index]!, position);
    if (text !== null) position += array.write(text, position);
  }
  return array;
};
