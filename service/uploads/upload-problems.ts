import { uploadLimits } from '#contract/upload-limits.ts';
import { type Message, msg, verbatim } from '#i18n/message.ts';
import { HttpError } from '#service/http/http-error.ts';
import { didYouMean, invalidField, Problem } from '#service/problem.ts';
import { findNearestName } from '#spelling/nearest-name.ts';
import type { UploadKind } from './upload-kind.ts';
import type { UploadRow } from './upload-queries.ts';

// HttpError is for status codes prescribed by tus. Header errors are meant for developers, so they are not translated.

export const versionNotSupported = () =>
  new HttpError(
    412,
    verbatim('The server supports tus 1.0.0: send the header Tus-Resumable: 1.0.0 with each request.'),
  );

export const extensionNotSupported = (header: string, meaning: string, supported: string) =>
  new HttpError(
    400,
    verbatim(
      `${header} is not supported, ${meaning}. Supported tus extensions: ${supported.replaceAll(',', ', ')}.`,
    ),
    header,
  );

export const invalidHeader = (name: string, expected: string, value: string | undefined) =>
  new HttpError(
    400,
    verbatim(
      value === undefined
        ? `The header ${name} is missing; it must be ${expected}.`
        : `The header ${name} must be ${expected}; '${value.slice(0, 80)}' was given.`,
    ),
    name,
  );

export const invalidUploadContentType = () =>
  new HttpError(
    415,
    verbatim('Send the bytes of an upload with the Content-Type application/offset+octet-stream.'),
    'Content-Type',
  );

export const wrongOffset = (value: number, received: number) =>
  new HttpError(
    409,
    msg`The Upload-Offset is ${value}, but the server has received ${received} bytes. Send a HEAD request and continue from there.`,
    'Upload-Offset',
  );

export const tooManyBytes = (size: number) =>
  new HttpError(413, msg`More than the announced ${size} bytes were sent.`, 'Upload-Length');

export const uploadTakenOver = () =>
  new HttpError(
    409,
    msg`Another request has taken over this upload. Send a HEAD request to see how far it is.`,
    'Upload-Offset',
  );

/** A rejected upload can be restarted with the same ID. */
export const uploadRejected = (rejection: Message) =>
  new HttpError(410, msg`The upload was rejected. ${rejection}`);

export const throwIfRejected = ({ rejection_reason }: UploadRow): void => {
  if (rejection_reason !== null) throw uploadRejected(rejection_reason);
};

/** Status 460 is defined by the tus Checksum extension. */
export const hashMismatch = (rejection: Message) => new HttpError(460, rejection, 'sha256');

export const contentRejected = (rejection: Message) => new HttpError(422, rejection);

const KIND_NAMES: Readonly<Record<UploadKind, Message>> = {
  photo: msg`photo`,
  signature: msg`signature`,
  file: msg`file`,
};

const formatMebibytes = (bytes: number) => `${bytes / 1024 / 1024} MiB`;

export const uploadTooLarge = (kind: UploadKind, size: number) =>
  new HttpError(
    413,
    msg`A ${KIND_NAMES[kind]} can be at most ${formatMebibytes(uploadLimits.bytes[kind])}; ${size} bytes were announced.`,
    'Upload-Length',
  );

export const quotaReached = (quota: number) =>
  new HttpError(
    413,
    msg`Your organisation has reached its upload limit of ${quota / 1e9} GB. Your server administrator can raise it.`,
    'Upload-Length',
  );

export const tooManyUnfinishedBytes = (max: number) =>
  new Problem(
    'limited',
    msg`You have unfinished uploads of more than ${max / 1e9} GB in total. Finish or cancel some of them first.`,
    { retryAfter: 60 },
  );

export const tooManyUploads = () =>
  new HttpError(413, msg`An inspection can have at most ${uploadLimits.perInspection} uploads.`);

export const uploadNotFound = (id: string) =>
  new Problem('missing', msg`There is no upload with the ID '${id.slice(0, 80)}'.`);

export const uploadIdTaken = (id: string) =>
  new Problem('conflict', msg`Another upload already has the ID '${id}'. Use a new UUID.`);

export const uploadComplete = () =>
  new Problem(
    'conflict',
    msg`The upload is complete and cannot be deleted. Remove it from the answer instead.`,
  );

export const unknownField = (name: string, names: Iterable<string>) => {
  const nearest = findNearestName(name, names);
  return invalidField('field', msg`There is no field '${name}'.${didYouMean(nearest)}`);
};

export const unknownMetadataKey = (name: string, names: Iterable<string>) => {
  const nearest = findNearestName(name, names);
  return invalidField(name, msg`Upload-Metadata has no key '${name}'.${didYouMean(nearest)}`);
};

export const notStoredYet = () =>
  new Problem('missing', msg`There is nothing to download: the upload is not complete yet.`);

export const noThumbnail = () => new Problem('missing', msg`Only images have a thumbnail.`);

export const storedFileMissing = () =>
  new Problem(
    'missing',
    msg`The file of this upload is missing from the storage. The server has logged this for its administrator.`,
  );

export const tooBusyToFinish = () =>
  new Problem(
    'overloaded',
    msg`All bytes have been received and will be checked soon. Send another HEAD request.`,
    { retryAfter: 5 },
  );

export const storageUnavailable = () =>
  new Problem('overloaded', msg`The file storage is not available. Try again in a few seconds.`, {
    retryAfter: 5,
  });

/** The sender never receives this response. */
export const senderDisconnected = () => new HttpError(400, msg`The connection was lost.`);

export const serverStopping = () =>
  new Problem('overloaded', msg`The server is stopping. Continue the upload in a few seconds.`, {
    retryAfter: 2,
  });
