import type { FastifyReply } from 'fastify';
import { contentDisposition } from '#service/http/content-disposition.ts';
import { endWhenStalled } from '#service/http/end-when-stalled.ts';

/** A report is shown, never run as a part of this site, whatever a browser makes of it (S39). */
const SANDBOX = "sandbox; default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** Sends a report. Nobody keeps it: it may say something else tomorrow, and its reader may not be allowed to see it. */
export const sendReport = (
  reply: FastifyReply,
  pdf: Uint8Array,
  { externalId, title }: { externalId: string | null; title: string },
) => {
  endWhenStalled(reply);
  reply.headers({
    'content-type': 'application/pdf',
    'content-disposition': contentDisposition('inline', `${fileName(externalId, title)}.pdf`),
    'content-security-policy': SANDBOX,
    'cache-control': 'private, no-store',
  });
  return reply.send(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength));
};

/** What some file system gives a meaning, and what nobody sees. */
const UNFIT = /[\p{C}\p{Z}<>:"/\\|?*]+/gu;
const LONGEST_NAME = 100;

const fileName = (externalId: string | null, title: string): string => {
  const name = `${externalId ?? ''} ${title}`.replace(UNFIT, ' ').replace(/^[. ]+/, '');
  return (
    [...name]
      .slice(0, LONGEST_NAME)
      .join('')
      .replace(/[. ]+$/, '') || 'report'
  );
};
