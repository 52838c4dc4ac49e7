import type { IncomingHttpHeaders } from 'node:http';
import { extensionNotSupported, invalidHeader } from './upload-problems.ts';

/** The supported version of https://tus.io/protocols/resumable-upload. */
export const TUS_VERSION = '1.0.0';
export const TUS_EXTENSIONS = 'creation,creation-with-upload,termination,expiration';
export const BYTES_TYPE = 'application/offset+octet-stream';

/** Headers of unsupported extensions, each with its meaning and an alternative. */
const UNSUPPORTED_HEADERS: Readonly<Record<string, string>> = {
  'Upload-Concat':
    'concatenation of uploads that are sent in parallel: send each upload as one (tus-js-client: parallelUploads 1)',
  'Upload-Defer-Length': 'a deferred length: announce all bytes in Upload-Length',
  'Upload-Checksum':
    'a checksum for each request: send the hash of the whole upload as sha256 in Upload-Metadata',
};

export const rejectUnsupportedHeaders = (headers: IncomingHttpHeaders): void => {
  for (const [name, meaning] of Object.entries(UNSUPPORTED_HEADERS)) {
    if (headers[name.toLowerCase()] !== undefined) throw extensionNotSupported(name, meaning, TUS_EXTENSIONS);
  }
};

const joinHeader = (header: string | string[] | undefined) =>
  Array.isArray(header) ? header.join() : header;

export const parseByteCount = (headers: IncomingHttpHeaders, name: string): number => {
  const value = joinHeader(headers[name.toLowerCase()]);
  if (value === undefined || !/^\d{1,15}$/.test(value))
    throw invalidHeader(name, 'a whole number of bytes', value);
  return Number(value);
};

/** Valid metadata is always shorter. */
const MAX_METADATA_LENGTH = 8_192;
const METADATA_FORMAT = 'pairs of a key and a base64 string, separated by commas';
const PAIR_PATTERN =
  /^([\x21-\x2b\x2d-\x7e]+)(?: ((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?))?$/;

export const parseMetadata = (
  headers: IncomingHttpHeaders,
): { rawMetadata: string; values: Map<string, string> } => {
  const value = joinHeader(headers['upload-metadata']);
  if (value === undefined) throw invalidHeader('Upload-Metadata', METADATA_FORMAT, value);
  if (value.length > MAX_METADATA_LENGTH) {
    throw invalidHeader(
      'Upload-Metadata',
      `at most ${MAX_METADATA_LENGTH} characters`,
      `${value.slice(0, 20)}…`,
    );
  }
  const values = new Map<string, string>();
  for (const pair of value.split(',')) {
    const [, name, base64 = ''] = PAIR_PATTERN.exec(pair.trim()) ?? [];
    if (name === undefined) throw invalidHeader('Upload-Metadata', METADATA_FORMAT, pair);
    if (values.has(name)) throw invalidHeader('Upload-Metadata', 'keys that each occur once', name);
    values.set(name, decodeValue(name, base64));
  }
  return { rawMetadata: value, values };
};

const decodeValue = (name: string, base64: string): string => {
  try {
    const value = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(base64, 'base64'));
    if (!value.includes('\0')) return value;
  } catch {}
  throw invalidHeader('Upload-Metadata', 'UTF-8 strings without U+0000', name);
};
