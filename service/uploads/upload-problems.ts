import { uploadLimits } from '#contract/upload-limits.ts';
import { type Sentence, sentence, verbatim } from '#sentences/sentence.ts';
import { Refusal } from '#service/http/refusal.ts';
import { didYouMean, invalidRequest, Problem } from '#service/problem.ts';
import { nearestName } from '#spelling/nearest-name.ts';
import type { UploadKind } from './upload-kind.ts';

/*
 * What the tus protocol gives a status of its own, or an upload needs one for, is a Refusal; everything else a Problem.
 * What is wrong with its headers only programs read.
 */

export const versionNotSpoken = () =>
  new Refusal(412, verbatim('This is tus 1.0.0: send the header Tus-Resumable: 1.0.0 with each request.'));

export const extensionNotSpoken = (header: string, meaning: string, spoken: string) =>
  new Refusal(
    400,
    verbatim(
      `${header} is not spoken here, ${meaning}. Extensions of tus that are: ${spoken.replaceAll(',', ', ')}.`,
    ),
    header,
  );

export const headerUnfit = (name: string, expected: string, given: string | undefined) =>
  new Refusal(
    400,
    verbatim(
      given === undefined
        ? `The header ${name} is missing; it must be ${expected}.`
        : `The header ${name} must be ${expected}; '${given.slice(0, 80)}' was given.`,
    ),
    name,
  );

export const notBytesOfAnUpload = () =>
  new Refusal(
    415,
    verbatim('The bytes of an upload are sent as application/offset+octet-stream.'),
    'Content-Type',
  );

export const offsetElsewhere = (given: number, received: number) =>
  new Refusal(
    409,
    sentence`The Upload-Offset is ${given}, but ${received} bytes are here: ask with HEAD and go on from there.`,
    'Upload-Offset',
  );

export const tooManyBytes = (size: number) =>
  new Refusal(413, sentence`More bytes were sent than the ${size} that were announced.`, 'Upload-Length');

export const anotherReceives = () =>
  new Refusal(
    409,
    sentence`Another request goes on with this upload: ask with HEAD how far it has come.`,
    'Upload-Offset',
  );

/** It is gone for good as it was, and may be begun anew under the same id. */
export const uploadRefused = (refusal: Sentence) =>
  new Refusal(410, sentence`The upload was refused. ${refusal}`);

/** tus, Checksum: the status of its own that says that the bytes are others than were announced. */
const CHECKSUM_MISMATCH = 460;

export const hashMismatch = (refusal: Sentence) => new Refusal(CHECKSUM_MISMATCH, refusal, 'sha256');

export const contentRefused = (refusal: Sentence) => new Refusal(422, refusal);

const KINDS: Readonly<Record<UploadKind, Sentence>> = {
  photo: sentence`photo`,
  signature: sentence`signature`,
  file: sentence`file`,
};

const megabytes = (bytes: number) => `${bytes / 1024 / 1024} MiB`;

export const uploadTooLarge = (kind: UploadKind, size: number) =>
  new Refusal(
    413,
    sentence`A ${KINDS[kind]} may have at most ${megabytes(uploadLimits.bytes[kind])}; ${size} bytes were announced.`,
    'Upload-Length',
  );

export const quotaReached = (quota: number) =>
  new Refusal(
    413,
    sentence`The uploads of this organisation have reached ${quota / 1e9} GB, all that its operator allows.`,
    'Upload-Length',
  );

export const tooManyUploads = () =>
  new Refusal(413, sentence`An inspection may have at most ${uploadLimits.perInspection} uploads.`);

export const uploadNotFound = (id: string) =>
  new Problem('missing', sentence`There is no upload with the id '${id.slice(0, 80)}'.`);

export const uploadIdTaken = (id: string) =>
  new Problem('conflict', sentence`There is another upload with the id '${id}': choose a new UUID.`);

export const uploadKept = () =>
  new Problem('conflict', sentence`The upload has arrived and is kept: take it out of the answer instead.`);

export const fieldUnknown = (name: string, names: Iterable<string>) => {
  const meant = nearestName(name, names);
  return invalidRequest([
    {
      message: sentence`There is no field '${name}'.${didYouMean(meant)}`,
      members: ['field'],
    },
  ]);
};

export const metadataMemberUnknown = (name: string, names: Iterable<string>) => {
  const meant = nearestName(name, names);
  return invalidRequest([
    {
      message: sentence`Upload-Metadata has no member '${name}'.${didYouMean(meant)}`,
      members: [name],
    },
  ]);
};

export const notKeptYet = () =>
  new Problem('missing', sentence`There is nothing to download: the upload has not arrived.`);

export const noThumbnail = () => new Problem('missing', sentence`Only pictures have a thumbnail.`);

export const fileGone = () =>
  new Problem('missing', sentence`The file of this upload is not there any more. Its operator is told.`);

/** All is here, and others are looked at first. */
export const tooBusyToFinish = () =>
  new Problem('overloaded', sentence`All of it is here, and is looked at soon: ask again with HEAD.`, {
    retryAfter: 5,
  });

export const filesAway = () =>
  new Problem(
    'overloaded',
    sentence`The place where files are kept is not available. Try again in a few seconds.`,
    {
      retryAfter: 5,
    },
  );

/** Nobody reads this any more; what came is kept. */
export const senderGone = () => new Refusal(400, sentence`The connection broke off.`);

export const serverStops = () =>
  new Problem('overloaded', sentence`The server stops: go on in a moment from what it has.`, {
    retryAfter: 2,
  });
