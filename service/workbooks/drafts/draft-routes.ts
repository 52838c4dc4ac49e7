import type { FastifyInstance, FastifyRequest } from 'fastify';
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
import { workbookLimits } from '#contract/workbook-limits.ts';
import { WorkbookVersion } from '#contract/workbook-management.ts';
import type { Translate } from '#i18n/translate.ts';
import { inTransaction } from '#service/database/in-transaction.ts';
import { sendJson } from '#service/http/envelope.ts';
import {
  ConditionalHeaders,
  formatEntityTag,
  hasIfNoneMatchAny,
  parsePrecondition,
} from '#service/http/preconditions.ts';
import { negotiateTranslate } from '#service/http/reply-language.ts';
import { runInSlices } from '#service/http/run-in-slices.ts';
import { serialiseInSteps } from '#service/http/serialise-in-steps.ts';
import { requireActor } from '#service/identity/authenticate.ts';
import { operations } from '#service/identity/operations.ts';
import { readWorkbook } from '#service/workbooks/managed-workbook-queries.ts';
import type { WorkbookServices } from '#service/workbooks/managed-workbook-routes.ts';
import { parseFields } from '#service/workbooks/parse-fields.ts';
import { serialiseWithFields } from '#service/workbooks/with-fields.ts';
import type { LocalizableIssue } from '#workbook-engine/field-issues.ts';
import { findDefinitionErrors } from './definition-errors.ts';
import { missingDraft } from './draft-problems.ts';
import { type DraftMetadata, findDraft } from './draft-queries.ts';
import { createDraftFromVersion, discardDraft, type Expectation, saveDraft } from './edit-draft.ts';
import { publishDraft } from './publish-draft.ts';

const SaveHeaders = Type.Object({
  ...ConditionalHeaders.properties,
  'if-none-match': Type.Optional(
    Type.String({ description: '`*` to create a draft. Send this instead of If-Match', examples: ['*'] }),
  ),
});

export const draftRoutes =
  ({ db, newId }: Omit<WorkbookServices, 'signal'>) =>
  async (app: FastifyInstance) => {
    const { handle, write } = operations(app, db, 'Workbooks');

    handle('GET', '/workbooks/:id/draft', {
      access: 'Workbooks.Manage',
      operationId: 'readDraft',
      summary: 'Read the draft of a workbook',
      params: IdParameter,
      config: { isLarge: true },
      returns: Draft,
      run: async ({ scope, params, translate }) => {
        const { id } = await readWorkbook(db, scope, params.id);
        const draft = await findDraft(db, scope.tenantId, id);
        if (!draft) throw missingDraft();
        const { title, description, fields } = draft;
        const errors = await findDefinitionErrors(db, scope.tenantId, await parseFields(fields));
        const state = toDraftState(draft, translateErrors(errors, translate));
        return serialiseWithFields({ title, description, ...state }, fields);
      },
    });

    // `write` cannot declare two success status codes.
    app.put<{ Params: IdParameter; Body: DraftContent }>(
      '/workbooks/:id/draft',
      {
        config: { access: 'Workbooks.Manage' },
        schema: {
          tags: ['Workbooks'],
          operationId: 'saveDraft',
          summary: 'Save the draft of a workbook',
          description:
            'The draft can be incomplete. It is stored unchanged, and the response lists its errors.',
          params: IdParameter,
          headers: SaveHeaders,
          body: DraftContent,
          response: { 200: DraftState, 201: DraftState },
        },
      },
      async (request, reply) => {
        const actor = requireActor(request);
        const { fields, ...content } = request.body;
        // If this throws, nothing must be saved.
        const errors = await findDefinitionErrors(db, actor.tenantId, fields);
        const draft = {
          workbookId: request.params.id,
          content: { ...content, fields: await runInSlices(serialiseInSteps(fields)) },
          expectation: parseExpectation(request),
        };
        const { metadata, isNew } = await inTransaction(db, (trx) => saveDraft(trx, actor, draft));
        const state = toDraftState(metadata, translateErrors(errors, negotiateTranslate(reply)));
        reply.code(isNew ? 201 : 200).header('etag', formatEntityTag(state.revision));
        return sendJson(reply, JSON.stringify(state));
      },
    );

    write('POST', '/workbooks/:id/draft', {
      access: 'Workbooks.Manage',
      operationId: 'createDraft',
      summary: 'Create a draft from a version',
      description: 'Returns 409 if there is already a draft.',
      params: IdParameter,
      config: { isLarge: true },
      acceptsIdempotencyKey: true,
      body: DraftFromVersion,
      creates: true,
      returns: DraftState,
      run: async (trx, { actor, params, body, translate }) => {
        const metadata = await createDraftFromVersion(trx, actor, { workbookId: params.id, ...body });
        const { fields } = (await findDraft(trx, actor.tenantId, params.id))!;
        const errors = await findDefinitionErrors(trx, actor.tenantId, await parseFields(fields));
        return toDraftState(metadata, translateErrors(errors, translate));
      },
    });

    write('DELETE', '/workbooks/:id/draft', {
      access: 'Workbooks.Manage',
      operationId: 'discardDraft',
      summary: 'Discard the draft',
      params: IdParameter,
      precondition: 'required',
      run: (trx, { actor, params, matchesTag }) =>
        discardDraft(trx, actor, { workbookId: params.id, matchesTag }),
    });

    handle('POST', '/workbooks/:id/draft/check', {
      access: 'Workbooks.Manage',
      operationId: 'checkDefinition',
      summary: 'Validate a definition without storing it',
      params: IdParameter,
      body: DraftContent,
      returns: DraftCheck,
      run: async ({ scope, params, body, translate }) => {
        await readWorkbook(db, scope, params.id);
        const errors = await findDefinitionErrors(db, scope.tenantId, body.fields);
        return { errors: translateErrors(errors, translate) };
      },
    });

    write('POST', '/workbooks/:id/draft/publish', {
      access: 'Workbooks.Manage',
      operationId: 'publishDraft',
      summary: 'Publish the draft as a new version',
      description: `New tasks use the new version, and the workbook no longer has a draft. If the draft has errors, the response is 422 and lists the first ${workbookLimits.errors}.`,
      params: IdParameter,
      config: { isLarge: true },
      precondition: 'required',
      acceptsIdempotencyKey: true,
      body: PublishRequest,
      creates: true,
      location: '/workbooks/:id/versions',
      returns: WorkbookVersion,
      run: (trx, { auditedActor, params, body, matchesTag }) => {
        const draft = { workbookId: params.id, versionId: newId(), publication: body, matchesTag };
        return publishDraft(trx, auditedActor, draft);
      },
    });
  };

const translateErrors = (errors: readonly LocalizableIssue[], translate: Translate): DraftState['errors'] =>
  errors.map(({ path, message, ...position }) => ({ path, message: translate(message), ...position }));

const toDraftState = (
  { revision, modified_at, modified_by }: DraftMetadata,
  errors: DraftState['errors'],
): DraftState => ({
  errors,
  modificationTime: modified_at.toISOString(),
  modifiedBy: modified_by,
  revision,
});

const parseExpectation = (request: FastifyRequest): Expectation => {
  if (hasIfNoneMatchAny(request)) return 'none';
  return request.headers['if-match'] === undefined ? undefined : { matchesTag: parsePrecondition(request) };
};
