import type { FastifyReply, FastifyRequest } from 'fastify';
import { describeRejection, findRejectionStatus, toRequestProblem } from '#service/http/envelope.ts';
import { translateTo } from '#service/messages/messages.ts';
import type { ProblemKind } from '#service/problem.ts';
import type { SignInServices } from '#service/sign-in/sign-in-services.ts';
import { createPageContext, findPagePath, sendMessage } from './page.ts';

const STATUS_CODES: Partial<Record<ProblemKind, number>> = { missing: 404, forbidden: 403 };

/** For an internal error, the page shows only the request ID, which is also in the log. */
export const pageErrorHandler =
  ({ asProblem, publicUrl }: Pick<SignInServices, 'asProblem' | 'publicUrl'>) =>
  (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const context = createPageContext(request, publicUrl);
    const { language, t, basePath } = context;
    const problem = toRequestProblem(error) ?? asProblem(error, request);
    if (problem?.retryAfter !== undefined) reply.header('retry-after', String(problem.retryAfter));
    if (problem?.kind === 'overloaded' || problem?.kind === 'limited') {
      const status = problem.kind === 'limited' ? 429 : 503;
      return sendMessage(reply.code(status), context, t('later'), t('laterHint'));
    }
    if (problem?.kind === 'unauthenticated') {
      return reply.redirect(
        `${basePath}/sign-in?${new URLSearchParams({ returnTo: findPagePath(request) })}`,
        303,
      );
    }
    const status = findRejectionStatus(error) ?? (problem && (STATUS_CODES[problem.kind] ?? 400));
    if (status === undefined) request.log.error({ err: error, requestId: request.id }, 'request failed');
    const reason =
      status === undefined
        ? t('requestId', { id: request.id })
        : translateTo[language](problem?.localizableMessage ?? describeRejection(error, status));
    return sendMessage(reply.code(status ?? 500), context, t('notPossible'), reason);
  };
