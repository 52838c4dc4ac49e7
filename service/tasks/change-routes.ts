import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ChangePage, ChangeQuery } from '#contract/change.ts';
import { ChangeFeedEnvelope } from '#contract/envelope.ts';
import { limits } from '#contract/limits.ts';
import type { ChangeFeed, ReaderSource } from '#service/changes/change-feed.ts';
import { waitTooLong } from '#service/changes/change-problems.ts';
import { formatToken, parseToken, START } from '#service/changes/change-token.ts';
import { createDisconnectSignal } from '#service/http/abort-signal.ts';
import { buildCallerBaseUrl } from '#service/http/base-address.ts';
import { buildKnownNames } from '#service/http/bind-names.ts';
import { bindQuery } from '#service/http/bind-query.ts';
import { createChangesSuccessEnvelope, sendJson } from '#service/http/envelope.ts';
import { requireScope } from '#service/identity/actor.ts';
import type { Actors } from '#service/identity/actors.ts';
import { authorizeRequest } from '#service/identity/authenticate.ts';

const QUERY_NAMES = buildKnownNames(['changeToken', 'wait']);

export type ChangeServices = {
  feed: ChangeFeed;
  actors: Actors;
  publicUrl: string | undefined;
  onTokenAhead: () => void;
};

/** GET /api/services/custom/externaltask/GetChanges (contract, GetChanges rules; decisions C1 to C13). */
export const changeRoutes =
  ({ feed, actors, publicUrl, onTokenAhead }: ChangeServices) =>
  async (app: FastifyInstance) => {
    app.get<{ Querystring: ChangeQuery }>(
      '/GetChanges',
      {
        config: { access: 'Changes.Read' },
        schema: {
          tags: ['Changes'],
          operationId: 'followChanges',
          summary: 'Follow changes to tasks and inspections',
          querystring: ChangeQuery,
          response: { 200: ChangeFeedEnvelope(ChangePage) },
        },
        preValidation: async (request) => {
          request.query = bindQuery(request.query, QUERY_NAMES) as ChangeQuery;
        },
      },
      async (request, reply) => {
        const { changeToken, wait = '0' } = request.query;
        const from = changeToken === undefined ? START : parseToken(changeToken);
        const seconds = Number(wait);
        if (seconds > limits.changeWait) throw waitTooLong(wait, limits.changeWait);

        const source = createReaderSource(request, actors);
        const page = await (seconds === 0
          ? feed.read(source, from, limits.changePage)
          : feed.readOrWait(source, from, limits.changePage, {
              ms: seconds * 1_000,
              signal: createDisconnectSignal(reply),
            }));
        if (page.wasTokenAhead) onTokenAhead();

        const token = formatToken(page.position);
        // Paths are case-insensitive, so the link repeats the requested path.
        const path = request.url.split('?', 1)[0]!.replace(ORIGIN, '');
        const nextLink = `${buildCallerBaseUrl(request, publicUrl)}${path}?changeToken=${token}`;
        return sendJson(
          reply,
          createChangesSuccessEnvelope(
            `{"results":[${page.entries}],"nextChangeToken":"${token}","nextLink":${JSON.stringify(nextLink)}}`,
          ),
        );
      },
    );
  };

/** Clients send absolute URLs to proxies. */
const ORIGIN = /^https?:\/\/[^/]*/i;

const createReaderSource = (request: FastifyRequest, actors: Actors): ReaderSource => {
  const read = async (find: Actors['find']) => {
    const actor = await authorizeRequest(request, 'Changes.Read', find);
    return { ...requireScope(actor, 'Changes.Read'), userId: actor.userId, floor: actor.feedFloor };
  };
  return { getCached: () => read(actors.find), reload: () => read(actors.findUncached) };
};
