import { PassThrough } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Say } from '#sentences/say.ts';
import { endWhenStalled } from './end-when-stalled.ts';
import { type AsProblem, lateProblem } from './problem-reply.ts';
import { speakTo } from './speak-to.ts';

/** Tells something in a line of its own; whoever does not read gets no more than the last line. */
export type Tell = (line: object) => void;

/**
 * Answers work that takes longer than one waits in silence, line by line (NDJSON): what it says while it works, and last
 * what it came to, or `{"problem": …}`.
 */
export const streamLines = (
  reply: FastifyReply,
  { work, asProblem }: { work: (tell: Tell, say: Say) => Promise<object>; asProblem: AsProblem },
) => {
  const lines = new PassThrough();
  const say = speakTo(reply);
  const write = (line: object) => void (lines.destroyed || lines.write(`${JSON.stringify(line)}\n`));
  const tell: Tell = (line) => {
    if (!lines.writableNeedDrain) write(line);
  };
  const finish = async () => {
    const last = await work(tell, say).catch((error: unknown) =>
      // Whoever has gone is told nothing, and nothing went wrong.
      lines.destroyed ? {} : { problem: lateProblem(error, reply.request, asProblem, say) },
    );
    write(last);
    lines.end();
  };
  void finish();
  endWhenStalled(reply);
  return (
    reply
      .header('content-type', 'application/x-ndjson; charset=utf-8')
      .header('cache-control', 'no-store')
      // Some proxies keep an answer until it is whole.
      .header('x-accel-buffering', 'no')
      .send(lines)
  );
};
