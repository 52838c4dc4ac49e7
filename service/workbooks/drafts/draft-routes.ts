import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { IdParameter } from '#contract/inspection.ts';
import {
  Draft,
  DraftCheck,
  DraftContent,
  DraftStart,
  DraftState,
  Publication,
} from '#contract/workbook-draft.ts';
import { WorkbookVersion } from '#contract/workbook-management.ts';
import { inTransaction } from '#service/database/in-transaction.ts';
import { sendJson } from '#service/http/envelope.ts';
import { ConditionalHeaders, expectsNothing, preconditionOf } from '#service/http/preconditions.ts';
import { sendCreated, sendState } from '#service/http/send-state.ts';
import { speakTo } from '#service/http/speak-to.ts';
import { answerOnce } from '#service/idempotency/answer-once.ts';
import { IdempotencyHeaders, repeatable } from '#service/idempotency/repeatable.ts';
import { scopeOf } from '#service/identity/actor.ts';
import { actorOf } from '#service/identity/authenticate.ts';
import { readWorkbook } from '#service/workbooks/managed-workbook-queries.ts';
import type { WorkbookServices } from '#service/workbooks/managed-workbook-routes.ts';
import type { FoundFault } from '#workbook-engine/field-faults.ts';
import { beginDraft } from './begin-draft.ts';
import { definitionFaults } from './definition-faults.ts';
import { discardDraft } from './discard-draft.ts';
import { draftMissing } from './draft-problems.ts';
import { type DraftStamp, findDraft } from './draft-queries.ts';
import { publishDraft } from './publish-draft.ts';
import { type Expectation, saveDraft } from './save-draft.ts';

const TAGS = ['Workbooks'];

/** Of a draft that is saved: there is one already, or there is none yet. */
const SaveHeaders = Type.Object({
  ...ConditionalHeaders.properties,
  'if-none-match': Type.Optional(
    Type.String({ description: '`*` to begin a draft, instead of If-Match', examples: ['*'] }),
  ),
});

const PublishHeaders = Type.Object({ ...ConditionalHeaders.properties, ...IdempotencyHeaders.properties });

/** /api/v1/workbooks/{id}/draft: for those who manage workbooks. */
export const draftRoutes =
  ({ db, newId }: Omit<WorkbookServices, 'signal'>) =>
  async (app: FastifyInstance) => {
    const config = { access: 'Workbooks.Manage' } as const;

    app.get<{ Params: IdParameter }>(
      '/workbooks/:id/draft',
      {
        config,
        schema: {
          tags: TAGS,
          operationId: 'readDraft',
          summary: 'Read the draft of a workbook',
          params: IdParameter,
          response: { 200: Draft },
        },
      },
      async (request, reply) => {
        const scope = scopeOf(actorOf(request), 'Workbooks.Manage');
        const { id } = await readWorkbook(db, scope, request.params.id);
        const draft = await findDraft(db, scope.tenantId, id);
        if (!draft) throw draftMissing();
        const { title, description, fields } = draft;
        const faults = await definitionFaults(db, scope.tenantId, fields);
        return sendState(reply, {
          title,
          description,
          fields,
          ...presentStamp(draft, saidFaults(faults, reply)),
        });
      },
    );

    app.put<{ Params: IdParameter; Body: DraftContent }>(
      '/workbooks/:id/draft',
      {
        config,
        schema: {
          tags: TAGS,
          operationId: 'saveDraft',
          summary: 'Save the draft of a workbook',
          description: 'It may be unfinished: it is kept, and its faults are told.',
          params: IdParameter,
          headers: SaveHeaders,
          body: DraftContent,
          response: { 200: DraftState, 201: DraftState },
        },
      },
      async (request, reply) => {
        const actor = actorOf(request);
        const content = request.body;
        const draft = { workbookId: request.params.id, content, expectation: expectationOf(request) };
        // First, so that nothing is kept when its answer cannot be given.
        const faults = await definitionFaults(db, actor.tenantId, content.fields);
        const { stamp, isNew } = await inTransaction(db, (trx) => saveDraft(trx, actor, draft));
        return sendState(reply.code(isNew ? 201 : 200), presentStamp(stamp, saidFaults(faults, reply)));
      },
    );

    app.post<{ Params: IdParameter; Body: DraftStart }>(
      '/workbooks/:id/draft',
      {
        config,
        schema: {
          tags: TAGS,
          operationId: 'beginDraft',
          summary: 'Begin a draft with what a version says',
          description: 'Refused while there is a draft.',
          params: IdParameter,
          headers: IdempotencyHeaders,
          body: DraftStart,
          response: { 201: DraftState },
        },
      },
      async (request, reply) => {
        const actor = actorOf(request);
        const draft = { workbookId: request.params.id, ...request.body };
        const answer = await answerOnce(db, repeatable(request, actor), async (trx) => {
          const stamp = await beginDraft(trx, actor, draft);
          const { fields } = (await findDraft(trx, actor.tenantId, draft.workbookId))!;
          const faults = await definitionFaults(trx, actor.tenantId, fields);
          return JSON.stringify(presentStamp(stamp, saidFaults(faults, reply)));
        });
        return sendState(reply.code(201), JSON.parse(answer));
      },
    );

    app.delete<{ Params: IdParameter }>(
      '/workbooks/:id/draft',
      {
        config,
        schema: {
          tags: TAGS,
          operationId: 'discardDraft',
          summary: 'Throw the draft away',
          params: IdParameter,
          headers: ConditionalHeaders,
          response: { 204: Type.Null() },
        },
      },
      async (request, reply) => {
        const draft = { workbookId: request.params.id, isExpected: preconditionOf(request) };
        await inTransaction(db, (trx) => discardDraft(trx, actorOf(request), draft));
        return reply.code(204).send();
      },
    );

    app.post<{ Params: IdParameter; Body: DraftContent }>(
      '/workbooks/:id/draft/check',
      {
        config,
        schema: {
          tags: TAGS,
          operationId: 'checkDefinition',
          summary: 'Tell the faults of a definition without storing it',
          params: IdParameter,
          body: DraftContent,
          response: { 200: DraftCheck },
        },
      },
      async (request, reply) => {
        const scope = scopeOf(actorOf(request), 'Workbooks.Manage');
        await readWorkbook(db, scope, request.params.id);
        const faults = await definitionFaults(db, scope.tenantId, request.body.fields);
        return sendJson(reply, JSON.stringify({ faults: saidFaults(faults, reply) }));
      },
    );

    app.post<{ Params: IdParameter; Body: Publication }>(
      '/workbooks/:id/draft/publish',
      {
        config,
        schema: {
          tags: TAGS,
          operationId: 'publishDraft',
          summary: 'Publish the draft as a new version',
          description:
            'New tasks get it. A draft with faults is refused with all of them; afterwards it is gone.',
          params: IdParameter,
          headers: PublishHeaders,
          body: Publication,
          response: { 201: WorkbookVersion },
        },
      },
      async (request, reply) => {
        const actor = actorOf(request);
        const { id: workbookId } = request.params;
        const isExpected = preconditionOf(request);
        const draft = { workbookId, versionId: newId(), publication: request.body, isExpected };
        const answer = await answerOnce(db, repeatable(request, actor), async (trx) =>
          JSON.stringify(await publishDraft(trx, actor, draft)),
        );
        return sendCreated(reply, `/api/v1/workbooks/${workbookId}/versions`, answer);
      },
    );
  };

const saidFaults = (faults: readonly FoundFault[], reply: FastifyReply): DraftState['faults'] => {
  const say = speakTo(reply);
  return faults.map(({ path, sentence, ...place }) => ({ path, message: say(sentence), ...place }));
};

const presentStamp = (
  { revision, modified_at, modified_by }: DraftStamp,
  faults: DraftState['faults'],
): DraftState => ({
  faults,
  modificationTime: modified_at.toISOString(),
  modifiedBy: modified_by,
  revision,
});

const expectationOf = (request: FastifyRequest): Expectation => {
  if (expectsNothing(request)) return 'none';
  return request.headers['if-match'] === undefined ? undefined : { isExpected: preconditionOf(request) };
};
