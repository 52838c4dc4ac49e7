import { Type } from 'typebox';
import { ProblemDetails } from '#contract/envelope.ts';
import { uploadLimits } from '#contract/upload-limits.ts';
import { BYTES_TYPE, TUS_VERSION } from './tus-headers.ts';

/*
 * The headers of tus, described. What they must be is judged by the operations themselves, which answer with the statuses
 * of the protocol.
 */

const described = (description: string) => Type.Optional(Type.String({ description }));
const resumable = { 'tus-resumable': described(`The version of the protocol: ${TUS_VERSION}`) };

export const VersionHeaders = Type.Object(resumable);

export const CreationHeaders = Type.Object({
  ...resumable,
  'upload-length': described(
    `Bytes of all of it: up to ${uploadLimits.bytes.photo} for a photo, ${uploadLimits.bytes.signature} for a signature, ${uploadLimits.bytes.file} for a file`,
  ),
  'upload-metadata': described(
    'The members of UploadMetadata: `name base64`, separated by commas. id: a new UUID, optional; inspectionId; field; itemId where the inspection has items; filename; filetype; sha256: 64 hexadecimal digits, optional',
  ),
});

export const BytesHeaders = Type.Object({
  ...resumable,
  'upload-offset': described('Where these bytes begin: as many as are there, which HEAD tells'),
});

/** The bytes of an upload: there is nothing to judge in them. */
export const BYTES = { content: { [BYTES_TYPE]: { schema: { description: 'The next bytes' } } } };

const answered = (description: string) => ({ type: 'string', description });

const OFFSET = { 'upload-offset': answered('Bytes that are here') };
const EXPIRES = {
  'upload-expires': answered('When it is forgotten if nothing comes until then; absent once it has arrived'),
};

/** An answer without a body, by its headers. */
const headersOnly = (description: string, headers: Record<string, unknown>) => ({
  description,
  type: 'null',
  headers,
});

const refused = (description: string) => ({ ...ProblemDetails, description });

/** Refusals with a status of their own. */
export const refusals = {
  400: refused('A header is missing or cannot be read'),
  412: refused('Tus-Resumable is missing, or of another version'),
};
export const refusalsOfBytes = {
  ...refusals,
  410: refused('The upload was refused, and may be begun anew'),
  460: refused('The bytes are not those of the announced sha256'),
};

export const answers = {
  options: headersOnly('What this server can', {
    'tus-version': answered('Versions of the protocol'),
    'tus-extension': answered('Extensions of the protocol'),
    'tus-max-size': answered('Bytes of the largest upload of any kind'),
  }),
  created: headersOnly('It is there, new or from an earlier request', {
    location: answered('Its address'),
    ...OFFSET,
    ...EXPIRES,
  }),
  head: headersOnly('How far it has come', {
    ...OFFSET,
    'upload-length': answered('Bytes of all of it'),
    'upload-metadata': answered('As it was sent'),
    ...EXPIRES,
  }),
  patched: headersOnly('The bytes are here; after the last of them it has arrived', {
    ...OFFSET,
    ...EXPIRES,
  }),
  deleted: headersOnly('It is gone', {}),
};
