import type { FastifyInstance } from 'fastify';

/**
 * While the server stops, every answer ends its connection: one that was kept alive would hold the stop up until its
 * caller lets go (R4).
 */
export const endConnectionsWhileStopping = (app: FastifyInstance): void => {
  let isStopping = false;
  app.addHook('preClose', async () => {
    isStopping = true;
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isStopping) reply.header('connection', 'close');
    done(null, payload);
  });
};
