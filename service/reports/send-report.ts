import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { createReportFileName } from '#report/report-file-name.ts';
import { formatContentDisposition } from '#service/http/content-disposition.ts';
import { disconnectWhenStalled } from '#service/http/disconnect-when-stalled.ts';

/**
 * Unlike uploads (S39), reports contain only re-encoded pictures. They are not sandboxed, because Safari would show an
 * empty page. Browsers' PDF viewers need `style-src` and `object-src`.
 */
const formatPolicy = ({ isInPortal }: SentReport) =>
  `default-src 'none'; style-src 'unsafe-inline'; object-src 'self'; frame-ancestors ${isInPortal ? "'self'" : "'none'"}; base-uri 'none'; form-action 'none'`;

export type ReportMetadata = { externalId: string | null; title: string };

/** `isInPortal` allows the portal to frame the report. */
type SentReport = ReportMetadata & { isInPortal: boolean };

/** Reports are not cached, because the inspection and the reader's permissions can change. */
const setHeaders = (reply: FastifyReply, metadata: SentReport) =>
  reply.headers({
    'content-type': 'application/pdf',
    'content-disposition': formatContentDisposition('inline', `${createReportFileName(metadata)}.pdf`),
    'content-security-policy': formatPolicy(metadata),
    'cache-control': 'private, no-store',
  });

export const sendReport = (reply: FastifyReply, metadata: SentReport, pdf: Uint8Array) => {
  disconnectWhenStalled(reply);
  return setHeaders(reply, metadata)
    .header('content-length', pdf.byteLength)
    .send(Readable.from(splitIntoChunks(pdf)));
};

/** Omits Content-Length, which is unknown before rendering. */
export const sendReportHeaders = (reply: FastifyReply, metadata: SentReport) =>
  setHeaders(reply, metadata).send();

const CHUNK_BYTES = 64 * 1024;

/** Without chunks, TLS would buffer the entire report for each reader. */
function* splitIntoChunks({ buffer, byteOffset, byteLength }: Uint8Array): Generator<Buffer> {
  for (let offset = 0; offset < byteLength; offset += CHUNK_BYTES) {
    yield Buffer.from(buffer, byteOffset + offset, Math.min(CHUNK_BYTES, byteLength - offset));
  }
}
