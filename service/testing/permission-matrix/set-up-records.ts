import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { inTransaction } from '#service/database/in-transaction.ts';
import { run } from '#service/database/statement.ts';
import { openSession } from '#service/identity/sessions/session.ts';
import { type Caller, createCaller, taskBody } from '#service/testing/caller.ts';
import { addWorkbook, grantToken, type Organisation } from '#service/testing/organisation.ts';
import { PASSWORD, setPassword } from '#service/testing/set-password.ts';
import type { TestService } from '#service/testing/start-service.ts';
import { createNoisyJpeg, createUploadClient } from '#service/testing/upload-client.ts';
import type { RecordNames } from './call.ts';

/** The service and the organisation in which records are created. */
export type MatrixSetup = {
  service: TestService;
  organisation: Organisation;
  /** Included in all free text, so that tests recognise this organisation's records. */
  marker: string;
};

/** Creates a record of each kind in both teams of an organisation. */
export const setUpRecords = async (
  setup: MatrixSetup,
): Promise<{ bridges: RecordNames; locks: RecordNames }> => {
  const admin = await signIn(setup, 'admin');
  const organisationRecords = await setUpOrganisation(setup, admin);
  return {
    bridges: { ...organisationRecords, ...(await setUpTeam(setup, 'Bridges', 'anna')) },
    locks: { ...organisationRecords, ...(await setUpTeam(setup, 'Locks', 'bram')) },
  };
};

/** Creates the same records, with different names and IDs, in a team that exists only in this organisation. */
export const setUpCanals = async (setup: MatrixSetup): Promise<RecordNames> => {
  const admin = await signIn(setup, 'admin');
  const organisationRecords = await setUpOrganisation(setup, admin);
  const { id } = await create(admin, 'teams', { title: 'Canals', description: setup.marker });
  setup.organisation.teamIds.Canals = id;
  const member = setup.organisation.userIds.bram;
  const membership = await admin.request('PUT', `/api/v1/teams/${id}/groups/Inspectors/members/${member}`);
  assert.equal(membership.status, 204);
  return { ...organisationRecords, ...(await setUpTeam(setup, 'Canals', 'bram')) };
};

export const createToken = ({ service, organisation }: MatrixSetup, userName: string): Promise<string> =>
  grantToken(service.database.db, organisation.tenantId, organisation.userIds[userName]!);

export const openBrowser = async (
  { service, organisation: { tenantId, userIds }, marker }: MatrixSetup,
  userName: string,
): Promise<{ sessionId: string; cookie: string }> => {
  const sessionId = randomUUID();
  const user = { tenantId, userId: userIds[userName]!, passwordHash: null };
  const origin = { channel: 'http', ipAddress: '192.0.2.1', userAgent: marker, requestId: null } as const;
  const secret = await inTransaction(service.database.db, (trx) =>
    openSession(trx, user, { sessionId, loginProvider: null, origin }),
  );
  return { sessionId, cookie: `ronda-session=${secret}` };
};

export const addDevice = async (
  setup: MatrixSetup,
  userName: string,
): Promise<{ deviceId: string; cookie: string }> => {
  const { cookie } = await openBrowser(setup, userName);
  const fromPage = { cookie, 'x-requested-with': 'ronda', 'sec-fetch-site': 'same-origin' };
  const browser = createCaller(setup.service.url, undefined);
  const device = { name: `Phone ${setup.marker}` };
  const { status, headers, body } = await browser.request('POST', '/api/v1/me/devices', device, fromPage);
  assert.equal(status, 201, JSON.stringify(body));
  return { deviceId: body.id, cookie: headers.getSetCookie()[0]!.split(';', 1)[0]! };
};

const signIn = async (setup: MatrixSetup, userName: string): Promise<Caller> =>
  createCaller(setup.service.url, await createToken(setup, userName));

const create = async (caller: Caller, path: string, body?: unknown, headers?: Record<string, string>) => {
  const response = await caller.request('POST', `/api/v1/${path}`, body, headers);
  assert.ok([200, 201].includes(response.status), `${path}: ${JSON.stringify(response.body)}`);
  return response.body;
};

const setUpOrganisation = async (setup: MatrixSetup, admin: Caller) => {
  const { service, organisation, marker } = setup;
  const { userIds, itemIds } = organisation;
  const addUser = async (userName: string, otherProperties: object = {}): Promise<string> => {
    const user = {
      userName,
      surname: marker,
      emailAddress: `${userName}@${marker}.example`,
      ...otherProperties,
    };
    userIds[userName] = (await create(admin, 'users', user)).id;
    return String(userIds[userName]);
  };
  const settings = { allowedRedirectUris: [ALLOWED_REDIRECT_URI] };
  await admin.request('PATCH', '/api/v1/sign-in-settings', settings, { 'if-match': '*' });
  const contentTypes = (await admin.get('/api/v1/content-types')).body.contentTypes as { id: string }[];
  const serviceUserId = await addUser('client', { isService: true });
  const role = { name: 'Foreman', isTenantWide: false, permissions: ['Tasks.Read'] };
  await setPassword({ ...service, organisation }, 'anna');
  const { sessionId } = await openBrowser(setup, 'anna');
  const userId = await addUser('newcomer', { roles: [] });
  await openBrowser(setup, 'newcomer');
  await run(
    service.database.db,
    `insert into external_identity (tenant_id, issuer, subject, user_id) values ($1, 'https://login.example.org', $2, $3)`,
    [organisation.tenantId, marker, userId],
  );
  const providerId = (await create(admin, 'login-providers', createProviderBody())).id as string;
  const linkRequestId = randomUUID();
  await run(
    service.database.db,
    `insert into link_request (tenant_id, request_id, provider_id, user_id, issuer, subject, expires_at)
     values ($1, $2, $3, $4, 'https://other.example.org', $5, now() + interval '1 day')`,
    [organisation.tenantId, linkRequestId, providerId, userId, marker],
  );
  const candidateId = await addUser('candidate');
  const invitation = await create(admin, `users/${candidateId}/password-links`, {
    purpose: 'invitation',
    delivery: 'link',
  });
  return {
    contentTypeId: contentTypes[0]!.id,
    emptyContentTypeId: (await create(admin, 'content-types', { name: 'Quay' })).id as string,
    itemId: itemIds['BR-001']!,
    emptyWorkbookId: (await create(admin, 'workbooks', { name: 'Empty', title: `Empty ${marker}` }))
      .id as string,
    userId,
    candidateId,
    linkToken: (invitation.url as string).split('/').at(-1)!,
    serviceUserId,
    clientId: (await create(admin, `users/${serviceUserId}/tokens`, { label: marker })).clientId as string,
    roleId: String((await create(admin, 'roles', role)).id),
    sessionId,
    deviceId: (await addDevice(setup, 'anna')).deviceId,
    providerId,
    linkRequestId,
    password: PASSWORD,
  };
};

/** The redirect URI at which an application receives its access token. */
export const ALLOWED_REDIRECT_URI = 'https://app.example.org/signed-in';

export const CLIENT_SECRET = 'a secret between the two';

/** Returns a login provider with no server at its URLs. */
export const createProviderBody = (overrides: object = {}) => ({
  name: 'Municipality',
  type: 'oauth2',
  isEnabled: true,
  clientId: 'ronda',
  clientSecret: CLIENT_SECRET,
  authorizationUrl: 'http://127.0.0.1:1/authorize',
  tokenUrl: 'http://127.0.0.1:1/token',
  userInfoUrl: 'http://127.0.0.1:1/user',
  ...overrides,
});

const setUpTeam = async (setup: MatrixSetup, team: string, userName: string) => {
  const { service, organisation, marker } = setup;
  const admin = await signIn(setup, 'admin');
  const [erp, inspector] = [await signIn(setup, 'erp'), await signIn(setup, userName)];
  const teamId = organisation.teamIds[team]!;
  const groups = await erp.post('/api/services/app/workArea/GetGroups', { id: teamId });
  const [inspectors] = (groups.body.result.groups as { name: string; groupId: number }[]).filter(
    ({ name }) => name === 'Inspectors',
  );
  const workbook = await setUpWorkbook(setup, admin, team);

  const createBody = (state: string) =>
    taskBody({
      externalId: `${team} ${state}`,
      title: `${state} ${marker}`,
      teamName: team,
      workbookName: workbook.workbook,
      assignedUserName: userName,
      itemsToInspect: ['BR-001'],
      Remark: marker,
    });
  const addTask = async (state: string): Promise<string> => {
    await erp.task('post', createBody(state));
    const [row] = await run<{ task_id: string }>(
      service.database.db,
      'select task_id from task where tenant_id = $1 and external_id = $2',
      [organisation.tenantId, `${team} ${state}`],
    );
    return row!.task_id;
  };
  const taskId = await addTask('assigned');
  const teamTaskBody = { title: `Team task ${marker}`, teamName: team, workbookName: workbook.workbook };
  const teamTask = await create(erp, 'tasks', teamTaskBody);

  const start = async (startedId: string): Promise<string> => {
    const { id } = await create(inspector, `tasks/${startedId}/start`);
    const answers = { itemId: organisation.itemIds['BR-001'], answers: { Height: 3, Note: marker } };
    const saved = await inspector.request('PATCH', `/api/v1/inspections/${id}/answers`, answers);
    assert.equal(saved.status, 200, JSON.stringify(saved.body));
    return id;
  };
  const inspectionId = await start(await addTask('closed'));
  const activeTaskId = await addTask('active');
  const openInspectionId = await start(activeTaskId);
  const canceledTaskId = await addTask('canceled');
  await start(canceledTaskId);
  await erp.task('cancel', { externalTaskIds: [`${team} canceled`] });
  const accessToken = await createToken(setup, userName);
  const metadata = { field: 'Photo', itemId: organisation.itemIds['BR-001'], filename: `${marker}.jpg` };
  const upload = await createUploadClient(service.url, accessToken, inspectionId).send(
    await createNoisyJpeg(8, 8),
    metadata,
  );
  assert.equal(upload.response.status, 204, JSON.stringify(upload.response.body));
  const unfinishedUpload = await createUploadClient(service.url, accessToken, openInspectionId).create(
    100,
    metadata,
  );
  const completed = await inspector.post(`/api/v1/inspections/${inspectionId}/complete`);
  assert.equal(completed.status, 200, JSON.stringify(completed.body));
  const share = await create(admin, `inspections/${inspectionId}/shares`, { expiresInDays: 7 });
  const view = await create(inspector, 'views', { kind: 'tasks', name: `View ${marker}`, query: {}, teamId });
  const colleague = await create(admin, 'users', { userName: `colleagueOf${userName}`, surname: marker });
  const membership = await admin.request(
    'PUT',
    `/api/v1/teams/${teamId}/groups/Inspectors/members/${colleague.id}`,
  );
  assert.equal(membership.status, 204);
  const days = { from: '2026-12-21', to: '2027-01-01', reason: marker };
  const absence = await create(admin, `users/${colleague.id}/absences`, days);
  return {
    team,
    ...workbook,
    colleagueId: String(colleague.id),
    absenceId: absence.id as string,
    viewId: view.id as string,
    assignedTask: `${team} assigned`,
    activeTask: `${team} active`,
    canceledTask: `${team} canceled`,
    teamId,
    groupId: String(inspectors!.groupId),
    taskId,
    teamTaskId: teamTask.id as string,
    activeTaskId,
    canceledTaskId,
    inspectionId,
    uploadId: upload.id,
    shareId: share.id as string,
    shareToken: (share.url as string).split('/').at(-1)!,
    openInspectionId,
    openUploadId: unfinishedUpload.headers.get('location')!.split('/').at(-1)!,
    memberId: String(organisation.userIds[userName]),
  };
};

/** Creates a workbook used only by this team. It has a current version, a deleted version and a draft. */
const setUpWorkbook = async ({ service, organisation, marker }: MatrixSetup, admin: Caller, team: string) => {
  const workbook = `${team}Check`;
  const fields = [
    { name: 'Height', type: 'decimal', label: `Height ${marker}` },
    { name: 'Note', type: 'text', label: 'Note' },
    { name: 'Photo', type: 'photo', label: 'Photo' },
  ] as const;
  const contentTypes = (await admin.get('/api/v1/content-types')).body.contentTypes as { id: string }[];
  await addWorkbook(service.database.db, organisation, {
    name: workbook,
    title: `Check ${marker}`,
    contentTypeId: contentTypes[0]!.id,
    fields,
  });
  const workbookId = organisation.workbookIds[workbook]!;
  const path = `/api/v1/workbooks/${workbookId}`;
  const change = async (method: string, target: string, body?: unknown) => {
    const response = await admin.request(method, target, body, { 'if-match': '*' });
    assert.ok(response.status < 300, `${target}: ${JSON.stringify(response.body)}`);
  };
  await change('PUT', `${path}/teams`, { teamIds: [organisation.teamIds[team]] });
  await create(admin, `workbooks/${workbookId}/draft`, { fromVersion: organisation.versionIds[workbook] });
  const secondVersion = await create(
    admin,
    `workbooks/${workbookId}/draft/publish`,
    { version: '2.0.0' },
    {
      'if-match': '*',
    },
  );
  await change('DELETE', `${path}/versions/${secondVersion.id}`);
  await create(admin, `workbooks/${workbookId}/draft`, { fromVersion: organisation.versionIds[workbook] });
  return {
    workbook,
    workbookId,
    versionId: organisation.versionIds[workbook]!,
    deletedVersionId: secondVersion.id as string,
  };
};
