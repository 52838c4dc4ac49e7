import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { reportFileName } from '#report/report-file-name.ts';
import { contentDisposition } from '#service/http/content-disposition.ts';
import { endWhenStalled } from '#service/http/end-when-stalled.ts';

/**
 * Nothing is loaded or run: there is nothing of a caller's in a report but its texts and pictures written anew. It is
 * not put into a sandbox, as what callers sent is (S39): Safari shows an empty page instead of a PDF then, and Chrome shows it
 * all the same. Styles and object are those of the viewers that browsers bring.
 */
const policyOf = ({ isInPortal }: Sending) =>
  `default-src 'none'; style-src 'unsafe-inline'; object-src 'self'; frame-ancestors ${isInPortal ? "'self'" : "'none'"}; base-uri 'none'; form-action 'none'`;

/** What is said of a report beside what it says. */
export type AboutReport = { externalId: string | null; title: string };

/** The portal may show it in a frame of its pages; nobody else may. */
type Sending = AboutReport & { isInPortal: boolean };

/** Nobody keeps a report: it may say something else tomorrow, and its reader may not be allowed to see it. */
const describe = (reply: FastifyReply, about: Sending) =>
  reply.headers({
    'content-type': 'application/pdf',
    'content-disposition': contentDisposition('inline', `${reportFileName(about)}.pdf`),
    'content-security-policy': policyOf(about),
    'cache-control': 'private, no-store',
  });

export const sendReport = (reply: FastifyReply, about: Sending, pdf: Uint8Array) => {
  endWhenStalled(reply);
  return describe(reply, about)
    .header('content-length', pdf.byteLength)
    .send(Readable.from(chunksOf(pdf)));
};

/** Answers HEAD: how long the report is would be known only if it were made. */
export const sendHeadOfReport = (reply: FastifyReply, about: Sending) => describe(reply, about).send();

const CHUNK_BYTES = 64 * 1024;

/** In parts, each when the one before is taken: what is sent encrypted would else be held once more for each reader. */
function* chunksOf({ buffer, byteOffset, byteLength }: Uint8Array): Generator<Buffer> {
  for (let at = 0; at < byteLength; at += CHUNK_BYTES) {
    yield Buffer.from(buffer, byteOffset + at, Math.min(CHUNK_BYTES, byteLength - at));
  }
}
