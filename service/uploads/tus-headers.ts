import type { IncomingHttpHeaders } from 'node:http';
import { extensionNotSpoken, headerUnfit } from './upload-problems.ts';

/** What this server speaks (https://tus.io/protocols/resumable-upload, 1.0.0). */
export const TUS_VERSION = '1.0.0';
export const TUS_EXTENSIONS = 'creation,creation-with-upload,termination,expiration';
export const BYTES_TYPE = 'application/offset+octet-stream';

/** Headers by which a client asks for extensions that are not spoken here, and what it is to do instead. */
const NOT_SPOKEN: Readonly<Record<string, string>> = {
  'Upload-Concat':
    'concatenation of uploads that are sent in parallel: send each upload as one (tus-js-client: parallelUploads 1)',
  'Upload-Defer-Length': 'a length that is told later: announce all bytes in Upload-Length',
  'Upload-Checksum': 'a checksum of each request: give the hash of the whole as sha256 in Upload-Metadata',
};

/** Refuses what a client would otherwise believe to be done. */
export const mustBeSpoken = (headers: IncomingHttpHeaders): void => {
  for (const [name, meaning] of Object.entries(NOT_SPOKEN)) {
    if (headers[name.toLowerCase()] !== undefined) throw extensionNotSpoken(name, meaning, TUS_EXTENSIONS);
  }
};

const text = (header: string | string[] | undefined) => (Array.isArray(header) ? header.join() : header);

/** A header that is a count of bytes. Throws what the caller is to be told. */
export const byteCountOf = (headers: IncomingHttpHeaders, name: string): number => {
  const given = text(headers[name.toLowerCase()]);
  if (given === undefined || !/^\d{1,15}$/.test(given))
    throw headerUnfit(name, 'a whole number of bytes', given);
  return Number(given);
};

/** More than all its members can come to. */
const MOST_METADATA = 8_192;
const FORM = 'pairs of a name and a base64 text, separated by commas';
const PAIR =
  /^([\x21-\x2b\x2d-\x7e]+)(?: ((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?))?$/;

/** The members of Upload-Metadata, decoded from base64 and UTF-8. */
export const readMetadata = (
  headers: IncomingHttpHeaders,
): { given: string; members: Map<string, string> } => {
  const given = text(headers['upload-metadata']);
  if (given === undefined) throw headerUnfit('Upload-Metadata', FORM, given);
  if (given.length > MOST_METADATA) {
    throw headerUnfit('Upload-Metadata', `at most ${MOST_METADATA} characters`, `${given.slice(0, 20)}…`);
  }
  const members = new Map<string, string>();
  for (const pair of given.split(',')) {
    const [, name, base64 = ''] = PAIR.exec(pair.trim()) ?? [];
    if (name === undefined) throw headerUnfit('Upload-Metadata', FORM, pair);
    if (members.has(name)) throw headerUnfit('Upload-Metadata', 'names that each stand once', name);
    members.set(name, decode(name, base64));
  }
  return { given, members };
};

const decode = (name: string, base64: string): string => {
  try {
    const value = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(base64, 'base64'));
    if (!value.includes('\0')) return value;
  } catch {}
  throw headerUnfit('Upload-Metadata', 'texts in UTF-8 without U+0000', name);
};
