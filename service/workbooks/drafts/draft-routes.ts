import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { IdParameter } from '#contract/inspection.ts';
import {
  Draft,
  DraftCheck,
  DraftContent,
  DraftFromVersion,
  DraftState,
  PublishRequest,
} from '#contract/workbook-draft.ts';
import { WorkbookVersion } from '#contract/workbook-management.ts';
import { inTransaction } from '#service/database/in-transaction.ts';
import { sendJson } from '#service/http/envelope.ts';
import { ConditionalHeaders, expectsNothing, preconditionOf } from '#service/http/preconditions.ts';
import { translateFor } from '#service/http/reply-language.ts';
import { sendCreated, sendState } from '#service/http/send-state.ts';
import { IdempotencyHeaders, repeatable } from '#service/idempotency/repeatable.ts';
import { runOnce } from '#service/idempotency/run-once.ts';
import { scopeOf } from '#service/identity/actor.ts';
import { actorOf } from '#service/identity/authenticate.ts';
import { readWorkbook } from '#service/workbooks/managed-workbook-queries.ts';
import type { WorkbookServices } from '#service/workbooks/managed-workbook-routes.ts';
import type { FoundIssue } from '#workbook-engine/field-issues.ts';
import { createDraftFromVersion } from './create-draft-from-version.ts';
import { definitionErrors } from './definition-errors.ts';
import { discardDraft } from './discard-draft.ts';
import { draftMissing } from './draft-problems.ts';
import { type DraftStamp, findDraft } from './draft-queries.ts';
import { publishDraft } from './publish-draft.ts';
import { type Expectation, saveDraft } from './save-draft.ts';

const TAGS = ['Workbooks'];

/** Headers for saving a draft: an existing one, or a new one. */
const SaveHeaders = Type.Object({
  ...ConditionalHeaders.properties,
  'if-none-match': Type.Optional(
    Type.String({ description: '`*` to create a draft, instead of If-Match', examples: ['*'] }),
  ),
});

const PublishHeaders = Type.Object({ ...ConditionalHeaders.properties, ...IdempotencyHeaders.properties });

/** /api/v1/workbooks/{id}/draft: for users who manage workbooks. */
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
        const errors = await definitionErrors(db, scope.tenantId, fields);
        return sendState(reply, {
          title,
          description,
          fields,
          ...presentStamp(draft, presentErrors(errors, reply)),
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
          description: 'The draft can be unfinished. It is stored, and its errors are returned.',
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
        // Before saving, so that nothing is saved if the response cannot be created.
        const errors = await definitionErrors(db, actor.tenantId, content.fields);
        const { stamp, isNew } = await inTransaction(db, (trx) => saveDraft(trx, actor, draft));
        return sendState(reply.code(isNew ? 201 : 200), presentStamp(stamp, presentErrors(errors, reply)));
      },
    );

    app.post<{ Params: IdParameter; Body: DraftFromVersion }>(
      '/workbooks/:id/draft',
      {
        config,
        schema: {
          tags: TAGS,
          operationId: 'createDraft',
          summary: 'Create a draft from a version',
          description: 'Rejected if there is already a draft (409).',
          params: IdParameter,
          headers: IdempotencyHeaders,
          body: DraftFromVersion,
          response: { 201: DraftState },
        },
      },
      async (request, reply) => {
        const actor = actorOf(request);
        const draft = { workbookId: request.params.id, ...request.body };
        const answer = await runOnce(db, repeatable(request, actor), async (trx) => {
          const stamp = await createDraftFromVersion(trx, actor, draft);
          const { fields } = (await findDraft(trx, actor.tenantId, draft.workbookId))!;
          const errors = await definitionErrors(trx, actor.tenantId, fields);
          return JSON.stringify(presentStamp(stamp, presentErrors(errors, reply)));
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
          summary: 'Discard the draft',
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
          summary: 'Validate a definition without storing it',
          params: IdParameter,
          body: DraftContent,
          response: { 200: DraftCheck },
        },
      },
      async (request, reply) => {
        const scope = scopeOf(actorOf(request), 'Workbooks.Manage');
        await readWorkbook(db, scope, request.params.id);
        const errors = await definitionErrors(db, scope.tenantId, request.body.fields);
        return sendJson(reply, JSON.stringify({ errors: presentErrors(errors, reply) }));
      },
    );

    app.post<{ Params: IdParameter; Body: PublishRequest }>(
      '/workbooks/:id/draft/publish',
      {
        config,
        schema: {
          tags: TAGS,
          operationId: 'publishDraft',
          summary: 'Publish the draft as a new version',
          description:
            'New tasks use the new version, and the workbook has no draft afterwards. A draft with errors is rejected with all of them (422).',
          params: IdParameter,
          headers: PublishHeaders,
          body: PublishRequest,
          response: { 201: WorkbookVersion },
        },
      },
      async (request, reply) => {
        const actor = actorOf(request);
        const { id: workbookId } = request.params;
        const isExpected = preconditionOf(request);
        const draft = { workbookId, versionId: newId(), publication: request.body, isExpected };
        const answer = await runOnce(db, repeatable(request, actor), async (trx) =>
          JSON.stringify(await publishDraft(trx, actor, draft)),
        );
        return sendCreated(reply, `/api/v1/workbooks/${workbookId}/versions`, answer);
      },
    );
  };

const presentErrors = (errors: readonly FoundIssue[], reply: FastifyReply): DraftState['errors'] => {
  const translate = translateFor(reply);
  return errors.map(({ path, sentence, ...place }) => ({ path, message: translate(sentence), ...place }));
};

const presentStamp = (
  { revision, modified_at, modified_by }: DraftStamp,
  errors: DraftState['errors'],
): DraftState => ({
  errors,
  modificationTime: modified_at.toISOString(),
  modifiedBy: modified_by,
  revision,
});

const expectationOf = (request: FastifyRequest): Expectation => {
  if (expectsNothing(request)) return 'none';
  return request.headers['if-match'] === undefined ? undefined : { isExpected: preconditionOf(request) };
};
