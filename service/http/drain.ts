import type { FastifyInstance } from 'fastify';

/**
 * While the server stops, every response closes its connection: a kept-alive connection would delay the stop until its
 * client disconnects (R4).
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
