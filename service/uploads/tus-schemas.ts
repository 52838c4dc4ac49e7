import { Type } from 'typebox';
import { ProblemDetails } from '#contract/envelope.ts';
import { uploadLimits } from '#contract/upload-limits.ts';
import { BYTES_TYPE, TUS_VERSION } from './tus-headers.ts';

/*
 * Descriptions of the headers of tus. The operations themselves validate them, because the protocol has status codes of its
 * own.
 */

const described = (description: string) => Type.Optional(Type.String({ description }));
const resumable = { 'tus-resumable': described(`The version of the protocol: ${TUS_VERSION}`) };

export const VersionHeaders = Type.Object(resumable);

export const CreationHeaders = Type.Object({
  ...resumable,
  'upload-length': described(
    `The size of the whole upload in bytes: up to ${uploadLimits.bytes.photo} for a photo, ${uploadLimits.bytes.signature} for a signature, ${uploadLimits.bytes.file} for a file`,
  ),
  'upload-metadata': described(
    'The keys of UploadMetadata: `key base64`, separated by commas. id: a new UUID, optional; inspectionId; field; itemId if the inspection has items; filename; filetype; sha256: 64 hexadecimal digits, optional',
  ),
});

export const BytesHeaders = Type.Object({
  ...resumable,
  'upload-offset': described('The offset of these bytes: the number of received bytes, which HEAD returns'),
});

/** The bytes of an upload, which no schema validates. */
export const BYTES = { content: { [BYTES_TYPE]: { schema: { description: 'The next bytes' } } } };

const answered = (description: string) => ({ type: 'string', description });

const OFFSET = { 'upload-offset': answered('The number of received bytes') };
const EXPIRES = {
  'upload-expires': answered('When the upload is deleted if no bytes arrive; absent after it has arrived'),
};

/** A response without a body, described by its headers. */
const headersOnly = (description: string, headers: Record<string, unknown>) => ({
  description,
  type: 'null',
  headers,
});

const rejected = (description: string) => ({ ...ProblemDetails, description });

/** Errors with a status code of their own. */
export const rejections = {
  400: rejected('A header is missing or invalid'),
  412: rejected('Tus-Resumable is missing or has another version'),
};
export const rejectionsOfBytes = {
  ...rejections,
  410: rejected('The upload was rejected, and may be restarted'),
  460: rejected('The bytes do not match the announced sha256'),
};

export const answers = {
  options: headersOnly('The supported protocol', {
    'tus-version': answered('Versions of the protocol'),
    'tus-extension': answered('Extensions of the protocol'),
    'tus-max-size': answered('Bytes of the largest upload of any kind'),
  }),
  created: headersOnly('The upload, new or from an earlier request', {
    location: answered('The address of the upload'),
    ...OFFSET,
    ...EXPIRES,
  }),
  head: headersOnly('The progress of the upload', {
    ...OFFSET,
    'upload-length': answered('The size of the whole upload in bytes'),
    'upload-metadata': answered('Upload-Metadata as it was sent'),
    ...EXPIRES,
  }),
  patched: headersOnly('The bytes were received; after the last byte the upload has arrived', {
    ...OFFSET,
    ...EXPIRES,
  }),
  deleted: headersOnly('The upload was cancelled', {}),
};
