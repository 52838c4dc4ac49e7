import { Type } from 'typebox';
import { ProblemDetails } from '#contract/envelope.ts';
import { uploadLimits } from '#contract/upload-limits.ts';
import { BYTES_TYPE, TUS_VERSION } from './tus-headers.ts';

/* The handlers validate these headers themselves, because tus prescribes the error status codes. */

const toMiB = (bytes: number) => `${bytes / 1024 / 1024} MiB`;

const createOptionalHeader = (description: string) => Type.Optional(Type.String({ description }));
const versionHeader = {
  'tus-resumable': createOptionalHeader(`The version of the protocol: ${TUS_VERSION}`),
};

export const VersionHeaders = Type.Object(versionHeader);

export const CreationHeaders = Type.Object({
  ...versionHeader,
  'upload-length': createOptionalHeader(
    `The size of the whole upload in bytes: up to ${toMiB(uploadLimits.bytes.photo)} for a photo, ${toMiB(uploadLimits.bytes.signature)} for a signature, ${toMiB(uploadLimits.bytes.file)} for a file`,
  ),
  'upload-metadata': createOptionalHeader(
    'Pairs of a name and a value in base64, `name base64`, separated by commas: id (a new UUID, optional), inspectionId, field, itemId (if the inspection has items), filename, filetype, and sha256 (64 hexadecimal digits, optional)',
  ),
});

export const BytesHeaders = Type.Object({
  ...versionHeader,
  'upload-offset': createOptionalHeader(
    'The offset of these bytes: the number of received bytes, which HEAD returns',
  ),
});

/** The bytes have no schema. */
export const BYTES = { content: { [BYTES_TYPE]: { schema: { description: 'The next bytes' } } } };

const describeHeader = (description: string) => ({ type: 'string', description });

const OFFSET = { 'upload-offset': describeHeader('The number of received bytes') };
const EXPIRES = {
  'upload-expires': describeHeader(
    'When the upload is deleted if no bytes arrive; absent when it is complete',
  ),
};

const describeHeaders = (description: string, headers: Record<string, unknown>) => ({
  description,
  type: 'null',
  headers,
});

const describeError = (description: string) => ({ ...ProblemDetails, description });

export const errorResponses = {
  400: describeError('A header is missing or invalid'),
  412: describeError('Tus-Resumable is missing, or the version is not supported'),
};
export const byteErrorResponses = {
  ...errorResponses,
  410: describeError('The upload was rejected. To start over, create it again with the same ID'),
  460: describeError('The bytes do not match the announced sha256'),
};

export const responses = {
  options: describeHeaders('The supported protocol', {
    'tus-version': describeHeader('Versions of the protocol'),
    'tus-extension': describeHeader('Extensions of the protocol'),
    'tus-max-size': describeHeader('The largest size of an upload in bytes, for any type of field'),
  }),
  created: describeHeaders('The upload, new or from an earlier request', {
    location: describeHeader('The URL of the upload'),
    ...OFFSET,
    ...EXPIRES,
  }),
  head: describeHeaders('The progress of the upload', {
    ...OFFSET,
    'upload-length': describeHeader('The size of the whole upload in bytes'),
    'upload-metadata': describeHeader('Upload-Metadata as it was sent'),
    ...EXPIRES,
  }),
  patched: describeHeaders('The bytes were received. After the last byte, the upload is complete', {
    ...OFFSET,
    ...EXPIRES,
  }),
  deleted: describeHeaders('The upload was cancelled', {}),
};
