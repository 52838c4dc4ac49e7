/** The OID of PostgreSQL's type `text`. */
const TEXT_OID = 25;
/**
 * The size of the header: the number of dimensions, whether the array contains nulls, the element type, the length
 * and the first index.
 */
const HEADER_BYTES = 20;
const LENGTH_BYTES = 4;

/**
 * Encodes an array in PostgreSQL's binary format. In the text format, the driver would escape every quote, which
 * takes 270 ms for 4 MB of quotes; the binary format takes 5 ms.
 */
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
