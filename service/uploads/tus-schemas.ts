import { Type } from 'typebox';
import { ProblemDetails } from '#contract/envelope.ts';
import { uploadLimits } from '#contract/upload-limits.ts';
import { BYTES_TYPE, TUS_VERSION } from './tus-headers.ts';

/*
 * Descriptions of the tus headers. The operations validate the headers themselves, because the protocol has its own status
 * codes.
 */

const optionalHeader = (description: string) => Type.Optional(Type.String({ description }));
const resumable = { 'tus-resumable': optionalHeader(`The version of the protocol: ${TUS_VERSION}`) };

export const VersionHeaders = Type.Object(resumable);

export const CreationHeaders = Type.Object({
  ...resumable,
  'upload-length': optionalHeader(
    `The size of the whole upload in bytes: up to ${uploadLimits.bytes.photo} for a photo, ${uploadLimits.bytes.signature} for a signature, ${uploadLimits.bytes.file} for a file`,
  ),
  'upload-metadata': optionalHeader(
    'The keys of UploadMetadata: `key base64`, separated by commas. id: a new UUID, optional; inspectionId; field; itemId if the inspection has items; filename; filetype; sha256: 64 hexadecimal digits, optional',
  ),
});

export const BytesHeaders = Type.Object({
  ...resumable,
  'upload-offset': optionalHeader(
    'The offset of these bytes: the number of received bytes, which HEAD returns',
  ),
});

/** The bytes of an upload, which are not validated by a schema. */
export const BYTES = { content: { [BYTES_TYPE]: { schema: { description: 'The next bytes' } } } };

const header = (description: string) => ({ type: 'string', description });

const OFFSET = { 'upload-offset': header('The number of received bytes') };
const EXPIRES = {
  'upload-expires': header('When the upload is deleted if no bytes arrive; absent after it has arrived'),
};

/** A response without a body, described by its headers. */
const headersOnly = (description: string, headers: Record<string, unknown>) => ({
  description,
  type: 'null',
  headers,
});

const errorResponse = (description: string) => ({ ...ProblemDetails, description });

/** Errors with status codes of the protocol. */
export const errorResponses = {
  400: errorResponse('A header is missing or invalid'),
  412: errorResponse('Tus-Resumable is missing or has another version'),
};
export const byteErrorResponses = {
  ...errorResponses,
  410: errorResponse('The upload was rejected, and may be restarted'),
  460: errorResponse('The bytes do not match the announced sha256'),
};

export const responses = {
  options: headersOnly('The supported protocol', {
    'tus-version': header('Versions of the protocol'),
    'tus-extension': header('Extensions of the protocol'),
    'tus-max-size': header('Bytes of the largest upload of any kind'),
  }),
  created: headersOnly('The upload, new or from an earlier request', {
    location: header('The address of the upload'),
    ...OFFSET,
    ...EXPIRES,
  }),
  head: headersOnly('The progress of the upload', {
    ...OFFSET,
    'upload-length': header('The size of the whole upload in bytes'),
    'upload-metadata': header('Upload-Metadata as it was sent'),
    ...EXPIRES,
  }),
  patched: headersOnly('The bytes were received; after the last byte the upload has arrived', {
    ...OFFSET,
    ...EXPIRES,
  }),
  deleted: headersOnly('The upload was cancelled', {}),
};
