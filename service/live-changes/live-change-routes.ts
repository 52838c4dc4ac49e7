import type { FastifyInstance, FastifyRequest } from 'fastify';
import { limits } from '#contract/limits.ts';
import { LiveChangePage, LiveChangeQuery } from '#contract/live-change.ts';
import type { ChangeFeed, LiveChangeReader, ReaderSource } from '#service/changes/change-feed.ts';
import { formatToken, parseToken } from '#service/changes/change-token.ts';
import { createDisconnectSignal } from '#service/http/abort-signal.ts';
import { sendJson } from '#service/http/envelope.ts';
import { isAllowed, requireScope } from '#service/identity/actor.ts';
import type { Actors } from '#service/identity/actors.ts';
import { authorizeRequest } from '#service/identity/authenticate.ts';

export const liveChangeRoutes =
  ({ feed, actors }: { feed: ChangeFeed<LiveChangeReader>; actors: Actors }) =>
  async (app: FastifyInstance) => {
    app.get<{ Querystring: LiveChangeQuery }>(
      '/changes',
      {
        config: { access: 'Tasks.Read', isBackground: true },
        schema: {
          tags: ['Changes'],
          operationId: 'listLiveChanges',
          summary: 'Get changes for an open page',
          description:
            'Returns which tasks and inspections have changed since `after`, so that an open page can reload them. Request a position without `after` first and then load the page, so that no change in between is missed; some changes may be reported twice. These requests do not extend a browser session. Applications that keep a copy of the tasks should use `GetChanges`, whose entries are complete.',
          querystring: LiveChangeQuery,
          response: { 200: LiveChangePage },
        },
      },
      async (request, reply) => {
        const { after, wait = '0' } = request.query;
        const from = after === undefined ? 'end' : parseToken(after);
        const waitOptions = { ms: Number(wait) * 1_000, signal: createDisconnectSignal(reply) };
        const source = createReaderSource(request, actors);
        const page = await (waitOptions.ms === 0
          ? feed.read(source, from, limits.changePage)
          : feed.readOrWait(source, from, limits.changePage, waitOptions));
        return sendJson(
          reply,
          `{"changes":[${page.entries}],"next":"${formatToken(page.position)}","hasMore":${page.isFull},"isReset":${page.isReset}}`,
        );
      },
    );
  };

const createReaderSource = (request: FastifyRequest, actors: Actors): ReaderSource<LiveChangeReader> => {
  const loadReader = async (find: Actors['find']) => {
    const actor = await authorizeRequest(request, 'Tasks.Read', find);
    return {
      ...requireScope(actor, 'Tasks.Read'),
      userId: actor.userId,
      floor: actor.feedFloor,
      inspectedTeamIds: isAllowed(actor, 'Inspections.Read')
        ? requireScope(actor, 'Inspections.Read').teamIds
        : [],
    };
  };
  return { getCached: () => loadReader(actors.find), reload: () => loadReader(actors.findUncached) };
};
