/* Names and declared types are unreliable (S38). Never decompresses or decodes content. */

/** About the size of a zip file's central directory with 10,000 entries. */
export const TAIL_BYTES = 1024 * 1024;

const startsWith = (head: Buffer, text: string, offset = 0) =>
  head.subarray(offset, offset + text.length).toString('latin1') === text;

const SIGNATURES: readonly [mediaType: string, matches: (head: Buffer) => boolean][] = [
  ['image/jpeg', (head) => startsWith(head, '\xff\xd8\xff')],
  ['image/png', (head) => startsWith(head, '\x89PNG\r\n\x1a\n')],
  ['image/webp', (head) => startsWith(head, 'RIFF') && startsWith(head, 'WEBP', 8)],
  ['image/gif', (head) => startsWith(head, 'GIF87a') || startsWith(head, 'GIF89a')],
  ['application/pdf', (head) => startsWith(head, '%PDF-')],
  ['audio/wav', (head) => startsWith(head, 'RIFF') && startsWith(head, 'WAVE', 8)],
  // An ID3 tag, or the first MPEG audio layer III frame with or without a checksum.
  [
    'audio/mpeg',
    (head) => startsWith(head, 'ID3') || /^\xff[\xfa\xfb\xf2\xf3]/.test(head.toString('latin1', 0, 2)),
  ],
  ['audio/ogg', (head) => startsWith(head, 'OggS')],
  ['video/webm', (head) => startsWith(head, '\x1aE\xdf\xa3') && head.subarray(0, 64).includes('webm')],
];

/** ISO media types by major brand. */
const BRANDS: readonly [mediaType: string, brands: RegExp][] = [
  ['image/avif', /^avi[fs]$/],
  ['image/heic', /^(hei[cxms]|hev[cxms]|mif1|msf1)$/],
  ['video/quicktime', /^qt {2}$/],
  ['audio/mp4', /^M4[AB] $/],
  ['video/mp4', /^(isom|iso[2-9]|mp4[12]|avc1|M4V |MSNV|dash|3g[p2].)$/],
];

/** Returns undefined for text and zip files. */
export const identifyMediaType = (head: Buffer): string | undefined => {
  if (startsWith(head, 'ftyp', 4)) {
    const brand = head.subarray(8, 12).toString('latin1');
    return BRANDS.find(([, brands]) => brands.test(brand))?.[0];
  }
  return SIGNATURES.find(([, matches]) => matches(head))?.[0];
};

export const identifyDocument = (head: Buffer, tail: Buffer): string | undefined => {
  const openDocumentMatch =
    /^mimetype(application\/vnd\.oasis\.opendocument\.(text|spreadsheet|presentation))PK/.exec(
      head.subarray(30, 130).toString('latin1'),
    );
  if (!startsWith(head, 'PK\x03\x04')) return undefined;
  const names = readEntryNames(tail);
  // Documents with macros are rejected.
  if (!names || names.some((name) => /vbaProject|^Basic\//i.test(name))) return undefined;
  if (openDocumentMatch) return openDocumentMatch[1];
  if (!names.includes('[Content_Types].xml')) return undefined;
  return OPEN_XML.find(([, folder]) => names.some((name) => name.startsWith(folder)))?.[0];
};

const OPEN_XML: readonly [mediaType: string, folder: string][] = [
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'word/'],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'xl/'],
  ['application/vnd.openxmlformats-officedocument.presentationml.presentation', 'ppt/'],
];

const END_OF_DIRECTORY = 'PK\x05\x06';
const ENTRY = 'PK\x01\x02';
const ENTRY_BYTES = 46;

/** Returns undefined if the zip file's central directory is missing or incomplete. */
const readEntryNames = (tail: Buffer): string[] | undefined => {
  const end = tail.lastIndexOf(END_OF_DIRECTORY, tail.length, 'latin1');
  if (end < 0 || end + 22 > tail.length) return undefined;
  let offset = end - tail.readUInt32LE(end + 12);
  const count = tail.readUInt16LE(end + 10);
  const names: string[] = [];
  while (
    offset >= 0 &&
    names.length < count &&
    offset + ENTRY_BYTES <= end &&
    startsWith(tail, ENTRY, offset)
  ) {
    const nameBytes = tail.readUInt16LE(offset + 28);
    names.push(tail.subarray(offset + ENTRY_BYTES, offset + ENTRY_BYTES + nameBytes).toString('utf8'));
    offset += ENTRY_BYTES + nameBytes + tail.readUInt16LE(offset + 30) + tail.readUInt16LE(offset + 32);
  }
  return names.length === count ? names : undefined;
};

/** Accepts UTF-8 without control characters. */
export const createTextCheck = () => {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let isText = true;
  const check = (chunk: Buffer | undefined) => {
    if (!isText) return;
    try {
      isText = !CONTROL_CHARACTER_PATTERN.test(decoder.decode(chunk, { stream: chunk !== undefined }));
    } catch {
      isText = false;
    }
  };
  return {
    add: (chunk: Buffer) => check(chunk),
    isText: () => {
      check(undefined);
      return isText;
    },
  };
};

/** Control characters other than tabs, line endings and form feeds. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression detects them
const CONTROL_CHARACTER_PATTERN = /[\0-\x08\x0b\x0e-\x1f\x7f]/;
