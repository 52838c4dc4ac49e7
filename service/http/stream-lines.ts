import { PassThrough } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Translate } from '#i18n/translate.ts';
import { disconnectWhenStalled } from './disconnect-when-stalled.ts';
import type { AsProblem } from './envelope.ts';
import { createLateProblem } from './problem-reply.ts';
import { negotiateTranslate } from './reply-language.ts';

/** Skips the line if the client is not reading. */
export type WriteLine = (line: object) => void;

/** Responds with NDJSON: progress lines, followed by the result or `{"problem": …}`. */
export const streamLines = (
  reply: FastifyReply,
  {
    work,
    asProblem,
  }: { work: (writeProgress: WriteLine, translate: Translate) => Promise<object>; asProblem: AsProblem },
) => {
  const lines = new PassThrough();
  const translate = negotiateTranslate(reply);
  const write = (line: object) => void (lines.destroyed || lines.write(`${JSON.stringify(line)}\n`));
  const writeProgress: WriteLine = (line) => {
    if (!lines.writableNeedDrain) write(line);
  };
  const finish = async () => {
    const result = await work(writeProgress, translate).catch((error: unknown) =>
      // An error after the client has disconnected is not a failure.
      lines.destroyed ? {} : { problem: createLateProblem(error, reply.request, asProblem, translate) },
    );
    write(result);
    lines.end();
  };
  void finish();
  disconnectWhenStalled(reply);
  return (
    reply
      .header('content-type', 'application/x-ndjson; charset=utf-8')
      .header('cache-control', 'no-store')
      // Without this header, some proxies would buffer the response until it is complete.
      .header('x-accel-buffering', 'no')
      .send(lines)
  );
};
