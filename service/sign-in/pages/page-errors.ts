import type { FastifyReply, FastifyRequest } from 'fastify';
import { refusalSentence, refusalStatus, requestProblem } from '#service/http/envelope.ts';
import { sayIn } from '#service/http/speak-to.ts';
import type { ProblemKind } from '#service/problem.ts';
import type { SignInServices } from '#service/sign-in/sign-in-services.ts';
import { messagePage, pageContext, readableAddress, sendPage } from './page.ts';

/** Everything else that is wrong with a request is 400. */
const STATUS: Partial<Record<ProblemKind, number>> = { missing: 404, forbidden: 403 };

/**
 * Turns anything thrown into a page. What is wrong with a request is told in the words of the refusal; of a fault of ours only
 * the id by which the log knows it.
 */
export const pageErrorHandler =
  ({ asProblem, publicUrl }: Pick<SignInServices, 'asProblem' | 'publicUrl'>) =>
  (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const context = pageContext(request, publicUrl);
    const { language, words, home } = context;
    const back = { address: `${home}/sign-in`, label: words.goBack };
    const problem = requestProblem(error) ?? asProblem(error);
    if (problem?.retryAfter !== undefined) reply.header('retry-after', String(problem.retryAfter));
    if (problem?.kind === 'overloaded' || problem?.kind === 'limited') {
      return sendPage(
        reply.code(problem.kind === 'limited' ? 429 : 503),
        context,
        messagePage(words.later, words.laterHint, back),
      );
    }
    if (problem?.kind === 'unauthenticated') {
      return reply.redirect(
        `${home}/sign-in?${new URLSearchParams({ returnTo: readableAddress(request) })}`,
        303,
      );
    }
    const status = refusalStatus(error) ?? (problem && (STATUS[problem.kind] ?? 400));
    if (status === undefined) request.log.error({ err: error, requestId: request.id }, 'request failed');
    const reason =
      status === undefined
        ? words.requestId(request.id)
        : sayIn[language](problem?.sentence ?? refusalSentence(error, status));
    return sendPage(reply.code(status ?? 500), context, messagePage(words.notPossible, reason, back));
  };
