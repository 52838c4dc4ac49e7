const TEXT_OID = 25;
/** The number of dimensions, whether there are nulls, the element type, the length and the first index. */
const HEADER_BYTES = 20;
const LENGTH_BYTES = 4;

/** In text format, the driver takes 270 ms to escape 4 MB of quotes. PostgreSQL's binary format takes 5 ms. */
export const encodeTextArray = (texts: readonly (string | null)[]): Buffer => {
  const sizes = texts.map((text) => (text === null ? 0 : Buffer.byteLength(text)));
  const total = sizes.reduce((sum, size) => sum + LENGTH_BYTES + size, HEADER_BYTES);
  const array = Buffer.allocUnsafe(total);
  let position = 0;
  for (const number of [1, Number(texts.includes(null)), TEXT_OID, texts.length, 1])
    position = array.writeInt32BE(number, position);
  for (const [index, text] of texts.entries()) {
    position = array.writeInt32BE(text === null ? -1 : sizes[index]!, position);
    if (text !== null) position += array.write(text, position);
  }
  return array;
};
