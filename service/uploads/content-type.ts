/*
 * What something is, by its bytes alone: names and declared types are claims (S38). Nothing is unpacked or decoded here.
 */

/** Bytes from the end in which the directory of a zip file of some ten thousand parts has its place. */
export const TAIL_BYTES = 1024 * 1024;

const startsWith = (head: Buffer, text: string, at = 0) =>
  head.subarray(at, at + text.length).toString('latin1') === text;

const SIGNATURES: readonly [contentType: string, isIt: (head: Buffer) => boolean][] = [
  ['image/jpeg', (head) => startsWith(head, '\xff\xd8\xff')],
  ['image/png', (head) => startsWith(head, '\x89PNG\r\n\x1a\n')],
  ['image/webp', (head) => startsWith(head, 'RIFF') && startsWith(head, 'WEBP', 8)],
  ['image/gif', (head) => startsWith(head, 'GIF87a') || startsWith(head, 'GIF89a')],
  ['application/pdf', (head) => startsWith(head, '%PDF-')],
  ['audio/wav', (head) => startsWith(head, 'RIFF') && startsWith(head, 'WAVE', 8)],
  // A title, or the first frame of sound: of layer III, in the better or the worse quality, with or without a checksum.
  [
    'audio/mpeg',
    (head) => startsWith(head, 'ID3') || /^\xff[\xfa\xfb\xf2\xf3]/.test(head.toString('latin1', 0, 2)),
  ],
  ['audio/ogg', (head) => startsWith(head, 'OggS')],
  ['video/webm', (head) => startsWith(head, '\x1aE\xdf\xa3') && head.subarray(0, 64).includes('webm')],
];

/** Types of the ISO family of media files, by the brand that the file names first. */
const BRANDS: readonly [contentType: string, brands: RegExp][] = [
  ['image/avif', /^avi[fs]$/],
  ['image/heic', /^(hei[cxms]|hev[cxms]|mif1|msf1)$/],
  ['video/quicktime', /^qt {2}$/],
  ['audio/mp4', /^M4[AB] $/],
  ['video/mp4', /^(isom|iso[2-9]|mp4[12]|avc1|M4V |MSNV|dash|3g[p2].)$/],
];

/** The type of what begins so, if it is one that is told by its beginning: neither text nor a zip file. */
export const identifyHead = (head: Buffer): string | undefined => {
  if (startsWith(head, 'ftyp', 4)) {
    const brand = head.subarray(8, 12).toString('latin1');
    return BRANDS.find(([, brands]) => brands.test(brand))?.[0];
  }
  return SIGNATURES.find(([, isIt]) => isIt(head))?.[0];
};

/** Documents of the office programs, which are zip files: told by the parts that the zip's directory names. */
export const identifyDocument = (head: Buffer, tail: Buffer): string | undefined => {
  const declared = /^mimetype(application\/vnd\.oasis\.opendocument\.(text|spreadsheet|presentation))PK/.exec(
    head.subarray(30, 130).toString('latin1'),
  );
  if (!startsWith(head, 'PK\x03\x04')) return undefined;
  const names = partNames(tail);
  // Macros are programs.
  if (!names || names.some((name) => /vbaProject|^Basic\//i.test(name))) return undefined;
  if (declared) return declared[1];
  if (!names.includes('[Content_Types].xml')) return undefined;
  return OPEN_XML.find(([, folder]) => names.some((name) => name.startsWith(folder)))?.[0];
};

const OPEN_XML: readonly [contentType: string, folder: string][] = [
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'word/'],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'xl/'],
  ['application/vnd.openxmlformats-officedocument.presentationml.presentation', 'ppt/'],
];

/** Sizes of the fixed parts of a zip's directory, and where in them its fields stand. */
const END_OF_DIRECTORY = 'PK\x05\x06';
const ENTRY = 'PK\x01\x02';
const ENTRY_BYTES = 46;

/** The names in the directory of a zip file that ends so; undefined when there is none, or not the whole of it. */
const partNames = (tail: Buffer): string[] | undefined => {
  const end = tail.lastIndexOf(END_OF_DIRECTORY, tail.length, 'latin1');
  if (end < 0 || end + 22 > tail.length) return undefined;
  let at = end - tail.readUInt32LE(end + 12);
  const count = tail.readUInt16LE(end + 10);
  const names: string[] = [];
  while (at >= 0 && names.length < count && at + ENTRY_BYTES <= end && startsWith(tail, ENTRY, at)) {
    const nameBytes = tail.readUInt16LE(at + 28);
    names.push(tail.subarray(at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes).toString('utf8'));
    at += ENTRY_BYTES + nameBytes + tail.readUInt16LE(at + 30) + tail.readUInt16LE(at + 32);
  }
  return names.length === count ? names : undefined;
};

/** Says, chunk by chunk, whether something is plain text: UTF-8 without control characters. */
export const createTextCheck = () => {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let isText = true;
  const look = (chunk: Buffer | undefined) => {
    if (!isText) return;
    try {
      isText = !CONTROL.test(decoder.decode(chunk, { stream: chunk !== undefined }));
    } catch {
      isText = false;
    }
  };
  return {
    add: (chunk: Buffer) => look(chunk),
    isText: () => {
      look(undefined);
      return isText;
    },
  };
};

/** All but tab, the ends of lines and pages. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for
const CONTROL = /[\0-\x08\x0b\x0e-\x1f\x7f]/;
