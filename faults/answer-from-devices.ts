import type { Database } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { addWorkbook } from '#service/testing/organisation.ts';
import { waitUntil } from '#service/testing/wait-until.ts';
import { type Cleanup, createTenantCaller, type TestTenant } from './deployment.ts';
import type { OnProgress, Outcome } from './outcome.ts';
import { createRandom } from './random.ts';
import { findErrors, startServer } from './server-process.ts';
import { createServerUrls, type ServerUrls } from './server-urls.ts';
import { startSystem } from './start-system.ts';
import { createTaskBody } from './task-view.ts';
import { withTimeout } from './with-timeout.ts';

const DEVICES = 6;
const WORKBOOK = 'Devices';
const getFieldName = (device: number) => `Field${device}`;
/** All devices also answer this field, without first reading the others' answers. */
const COMMON_FIELD = 'Common';
const fields = [
  ...Array.from({ length: DEVICES }, (_, device) => ({
    name: getFieldName(device),
    type: 'integer' as const,
  })),
  { name: COMMON_FIELD, type: 'integer' as const },
];

/** An acknowledged answer, with the revision returned by the server. */
type Acknowledged = { device: number; value: number; revision: number };

/** A device rarely reads the answers from other devices, as if it were mostly offline. */
const ANSWERS_PER_SYNC = 5;

/**
 * Devices answer one inspection while the server is repeatedly killed, and retry requests that received no response. No
 * acknowledged answer is lost or stored twice, revisions have no gaps, and every conflict is reported (R1, R19).
 */
export const answerFromDevices = async (
  cleanup: Cleanup,
  { rounds, seed, databaseUrl }: { rounds: number; seed: number; databaseUrl?: string | undefined },
  onProgress: OnProgress,
): Promise<Outcome> => {
  const system = await startSystem(cleanup, { databaseUrl });
  const { deployment, db, tenant } = system;
  let { server } = system;
  const inspectionId = await startInspection(db, tenant, server.url);
  const serverUrls = createServerUrls(server.url);
  const stopping = new AbortController();
  const acknowledged: Acknowledged[] = [];
  const devices = Array.from({ length: DEVICES }, (_, device) =>
    sendAnswers({ device, inspectionId, serverUrls, tenant, acknowledged, signal: stopping.signal }),
  );
  const random = createRandom(seed);
  const violations: string[] = [];

  const waitForAnswers = async (count: number) => {
    const expectedCount = acknowledged.length + count;
    await waitUntil(`${count} more answers`, () => acknowledged.length >= expectedCount);
  };
  for (let round = 1; round <= rounds; round++) {
    await waitForAnswers(30 + Math.floor(random() * 60));
    serverUrls.close(server.url);
    await server.kill();
    violations.push(...findErrors(server));
    server = await startServer(cleanup, deployment);
    serverUrls.open(server.url);
    onProgress(`killed ${round} of ${rounds}`);
  }
  await waitForAnswers(30);
  stopping.abort();
  await Promise.all(devices);
  const { conflicts } = (
    await createTenantCaller(server.url, tenant, 'anna').get(inspectionPath(inspectionId))
  ).body;
  violations.push(
    ...findErrors(server),
    ...(await findViolations(db, tenant, { inspectionId, acknowledged, conflicts })),
  );
  const figures = {
    kills: rounds,
    devices: DEVICES,
    answers: acknowledged.length,
    conflicts: conflicts.length,
  };
  return { violations, figures };
};

const inspectionPath = (inspectionId: string) => `/api/v1/inspections/${inspectionId}`;

const startInspection = async (db: Database, tenant: TestTenant, url: string): Promise<string> => {
  await addWorkbook(db, tenant.organisation, { name: WORKBOOK, fields });
  const body = { ...createTaskBody('devices', 0), workbookName: WORKBOOK };
  const { id } = (await createTenantCaller(url, tenant, 'coordinator').post('/api/v1/tasks', body)).body;
  return (await createTenantCaller(url, tenant, 'anna').post(`/api/v1/tasks/${id}/start`)).body.id;
};

type Device = {
  device: number;
  inspectionId: string;
  serverUrls: ServerUrls;
  tenant: TestTenant;
  acknowledged: Acknowledged[];
  signal: AbortSignal;
};

/**
 * Sends increasing numbers to the device's own field and to the common field. Retries each request until it is
 * acknowledged.
 */
const sendAnswers = async ({ device, inspectionId, serverUrls, tenant, acknowledged, signal }: Device) => {
  let baseRevision = 0;
  for (let value = 1; !signal.aborted; value++) {
    const answers = { [getFieldName(device)]: value, [COMMON_FIELD]: device * 1_000_000 + value };
    for (let isAcknowledged = false; !isAcknowledged; ) {
      const url = await serverUrls.pick();
      const anna = createTenantCaller(url, tenant, 'anna');
      try {
        const response = await withTimeout(
          'an answer from a device',
          anna.request('PATCH', `${inspectionPath(inspectionId)}/answers`, {
            answers,
            baseRevision,
            device: `device ${device}`,
          }),
        );
        isAcknowledged = response.status === 200;
        if (isAcknowledged) {
          acknowledged.push({ device, value, revision: response.body.revision });
          if (value % ANSWERS_PER_SYNC === 0)
            baseRevision = (await anna.get(inspectionPath(inspectionId))).body.revision ?? baseRevision;
        } else if (response.status !== 503)
          throw new Error(`${response.status} ${JSON.stringify(response.body)}`);
      } catch (error) {
        // A TypeError means that the server was killed, and may or may not have stored the answer.
        if (!(error instanceof TypeError)) throw error;
      }
    }
  }
};

type AnswerRow = { revision: number; field: string; value: number; device: string; base_revision: number };
type Conflict = { field: string; revision: number; other: { revision: number } };

/**
 * Finds the revisions of the common field's answers that conflict with its newest answer, without relying on
 * the server's own conflict detection.
 */
const findConflicts = (rows: readonly AnswerRow[]): number[] => {
  const common = rows.filter(({ field }) => field === COMMON_FIELD);
  const isSuperseded = (earlier: AnswerRow, later: AnswerRow) =>
    later.base_revision >= earlier.revision || later.device === earlier.device;
  return common
    .filter(
      (answer, index) =>
        index < common.length - 1 && !common.slice(index + 1).some((later) => isSuperseded(answer, later)),
    )
    .map(({ revision }) => revision);
};

const findViolations = async (
  db: Database,
  { organisation: { tenantId } }: TestTenant,
  {
    inspectionId,
    acknowledged,
    conflicts,
  }: { inspectionId: string; acknowledged: readonly Acknowledged[]; conflicts: readonly Conflict[] },
): Promise<string[]> => {
  const rows = await run<AnswerRow>(
    db,
    'select revision, field, value, device, base_revision from answer where tenant_id = $1 and inspection_id = $2 order by revision',
    [tenantId, inspectionId],
  );
  const [inspection] = await run<{ revision: number }>(
    db,
    'select revision from inspection where tenant_id = $1 and inspection_id = $2',
    [tenantId, inspectionId],
  );
  const violations: string[] = [];
  const stored = new Set(rows.map(({ field, value }) => `${field} ${value}`));
  for (const { device, value, revision } of acknowledged) {
    for (const answer of [
      `${getFieldName(device)} ${value}`,
      `${COMMON_FIELD} ${device * 1_000_000 + value}`,
    ]) {
      if (!stored.has(answer))
        violations.push(`${answer} was acknowledged at revision ${revision} and is lost`);
    }
    if (revision > inspection!.revision)
      violations.push(`revision ${revision} was acknowledged, but the inspection has not reached it`);
  }
  for (const [index, { revision }] of rows.entries()) {
    if (revision !== index + 1) violations.push(`revision ${index + 1} is missing`);
  }
  if (inspection!.revision !== rows.length) {
    violations.push(`the inspection has revision ${inspection!.revision}, but ${rows.length} answers`);
  }
  const reported = conflicts.map(({ other }) => other.revision);
  if (reported.join() !== findConflicts(rows).join()) {
    violations.push(`the answers ${findConflicts(rows)} conflict, but ${reported} are reported as conflicts`);
  }
  // Each device sends increasing numbers, so each number must be stored only once.
  const ownAnswers = rows
    .filter(({ field }) => field !== COMMON_FIELD)
    .map(({ field, value }) => `${field} ${value}`);
  if (new Set(ownAnswers).size !== ownAnswers.length) violations.push('a repeated answer was stored twice');
  return violations;
};
