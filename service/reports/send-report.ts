import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { reportFileName } from '#report/report-file-name.ts';
import { contentDisposition } from '#service/http/content-disposition.ts';
import { disconnectWhenStalled } from '#service/http/disconnect-when-stalled.ts';

/**
 * Loads and runs nothing: a report contains only texts of users, and pictures that the server re-encoded. Unlike uploaded
 * files (S39) it is not in a sandbox, because Safari then shows an empty page instead of the PDF (Chrome shows it).
 * `style-src` and `object-src` are for the PDF viewers of browsers.
 */
const policyOf = ({ isInPortal }: Sending) =>
  `default-src 'none'; style-src 'unsafe-inline'; object-src 'self'; frame-ancestors ${isInPortal ? "'self'" : "'none'"}; base-uri 'none'; form-action 'none'`;

/** Metadata of a report, for its file name. */
export type AboutReport = { externalId: string | null; title: string };

/** The portal may show it in a frame of its own pages; other sites may not. */
type Sending = AboutReport & { isInPortal: boolean };

/** Never cached: the report may differ tomorrow, and its reader may have lost access. */
const describe = (reply: FastifyReply, about: Sending) =>
  reply.headers({
    'content-type': 'application/pdf',
    'content-disposition': contentDisposition('inline', `${reportFileName(about)}.pdf`),
    'content-security-policy': policyOf(about),
    'cache-control': 'private, no-store',
  });

export const sendReport = (reply: FastifyReply, about: Sending, pdf: Uint8Array) => {
  disconnectWhenStalled(reply);
  return describe(reply, about)
    .header('content-length', pdf.byteLength)
    .send(Readable.from(chunksOf(pdf)));
};

/** Answers HEAD without a length, which is only known after rendering. */
export const sendReportHeaders = (reply: FastifyReply, about: Sending) => describe(reply, about).send();

const CHUNK_BYTES = 64 * 1024;

/** In chunks, each sent when the previous one is written. Otherwise TLS would buffer the whole report per reader. */
function* chunksOf({ buffer, byteOffset, byteLength }: Uint8Array): Generator<Buffer> {
  for (let offset = 0; offset < byteLength; offset += CHUNK_BYTES) {
    yield Buffer.from(buffer, byteOffset + offset, Math.min(CHUNK_BYTES, byteLength - offset));
  }
}
