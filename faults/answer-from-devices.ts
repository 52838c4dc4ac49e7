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
import { createTaskBody } from './task-revisions.ts';
import { withTimeout } from './with-timeout.ts';

const DEVICE_COUNT = 6;
const WORKBOOK_NAME = 'Devices';
const getFieldName = (device: number) => `Field${device}`;
/** A field that every device answers without first reading the answers from the other devices. */
const COMMON_FIELD = 'Common';
const fields = [
  ...Array.from({ length: DEVICE_COUNT }, (_, device) => ({
    name: getFieldName(device),
    type: 'integer' as const,
  })),
  { name: COMMON_FIELD, type: 'integer' as const },
];

type AcknowledgedAnswer = { device: number; value: number; revision: number };

/** The number of answers a device sends before reading the others' answers, as if mostly offline. */
const ANSWERS_PER_SYNC = 5;

/**
 * Several devices answer the same inspection while the server is repeatedly killed. They retry requests that
 * received no response. No acknowledged answer is lost or stored twice, revisions have no gaps, and every conflict
 * is reported (R1, R19).
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
  const stopController = new AbortController();
  const acknowledgedAnswers: AcknowledgedAnswer[] = [];
  const sendLoops = Array.from({ length: DEVICE_COUNT }, (_, device) =>
    sendAnswers({
      device,
      inspectionId,
      serverUrls,
      tenant,
      acknowledgedAnswers,
      signal: stopController.signal,
    }),
  );
  const random = createRandom(seed);
  const violations: string[] = [];

  const waitForAnswers = async (count: number) => {
    const expectedCount = acknowledgedAnswers.length + count;
    await waitUntil(`${count} more answers`, () => acknowledgedAnswers.length >= expectedCount);
  };
  for (let round = 1; round <= rounds; round++) {
    await waitForAnswers(30 + Math.floor(random() * 60));
    serverUrls.remove(server.url);
    await server.kill();
    violations.push(...findErrors(server));
    server = await startServer(cleanup, deployment);
    serverUrls.add(server.url);
    onProgress(`killed ${round} of ${rounds}`);
  }
  await waitForAnswers(30);
  stopController.abort();
  await Promise.all(sendLoops);
  const { conflicts } = (
    await createTenantCaller(server.url, tenant, 'anna').get(getInspectionPath(inspectionId))
  ).body;
  violations.push(
    ...findErrors(server),
    ...(await findViolations(db, tenant, { inspectionId, acknowledgedAnswers, conflicts })),
  );
  const figures = {
    kills: rounds,
    devices: DEVICE_COUNT,
    answers: acknowledgedAnswers.length,
    conflicts: conflicts.length,
  };
  return { violations, figures };
};

const getInspectionPath = (inspectionId: string) => `/api/v1/inspections/${inspectionId}`;

const startInspection = async (db: Database, tenant: TestTenant, url: string): Promise<string> => {
  await addWorkbook(db, tenant.organisation, { name: WORKBOOK_NAME, fields });
  const body = { ...createTaskBody('devices', 0), workbookName: WORKBOOK_NAME };
  const { id } = (await createTenantCaller(url, tenant, 'coordinator').post('/api/v1/tasks', body)).body;
  return (await createTenantCaller(url, tenant, 'anna').post(`/api/v1/tasks/${id}/start`)).body.id;
};

type DeviceOptions = {
  device: number;
  inspectionId: string;
  serverUrls: ServerUrls;
  tenant: TestTenant;
  acknowledgedAnswers: AcknowledgedAnswer[];
  signal: AbortSignal;
};

const sendAnswers = async ({
  device,
  inspectionId,
  serverUrls,
  tenant,
  acknowledgedAnswers,
  signal,
}: DeviceOptions) => {
  let baseRevision = 0;
  for (let value = 1; !signal.aborted; value++) {
    const answers = { [getFieldName(device)]: value, [COMMON_FIELD]: device * 1_000_000 + value };
    for (let isAcknowledged = false; !isAcknowledged; ) {
      const url = await serverUrls.pick();
      const anna = createTenantCaller(url, tenant, 'anna');
      try {
        const response = await withTimeout(
          'an answer from a device',
          anna.request('PATCH', `${getInspectionPath(inspectionId)}/answers`, {
            answers,
            baseRevision,
            device: `device ${device}`,
          }),
        );
        isAcknowledged = response.status === 200;
        if (isAcknowledged) {
          acknowledgedAnswers.push({ device, value, revision: response.body.revision });
          if (value % ANSWERS_PER_SYNC === 0)
            baseRevision = (await anna.get(getInspectionPath(inspectionId))).body.revision ?? baseRevision;
        } else if (response.status !== 503)
          throw new Error(`${response.status} ${JSON.stringify(response.body)}`);
      } catch (error) {
        // A TypeError means that the server was killed. It may or may not have stored the answer.
        if (!(error instanceof TypeError)) throw error;
      }
    }
  }
};

type AnswerRow = { revision: number; field: string; value: number; device: string; base_revision: number };
type Conflict = { field: string; revision: number; other: { revision: number } };

/**
 * Returns the revisions of the common field's answers that conflict with its newest answer. Does not rely on the
 * server's own conflict detection.
 */
const findConflicts = (rows: readonly AnswerRow[]): number[] => {
  const commonAnswers = rows.filter(({ field }) => field === COMMON_FIELD);
  const isSupersededBy = (earlier: AnswerRow, later: AnswerRow) =>
    later.base_revision >= earlier.revision || later.device === earlier.device;
  return commonAnswers
    .filter(
      (answer, index) =>
        index < commonAnswers.length - 1 &&
        !commonAnswers.slice(index + 1).some((later) => isSupersededBy(answer, later)),
    )
    .map(({ revision }) => revision);
};

const findViolations = async (
  db: Database,
  { organisation: { tenantId } }: TestTenant,
  {
    inspectionId,
    acknowledgedAnswers,
    conflicts,
  }: {
    inspectionId: string;
    acknowledgedAnswers: readonly AcknowledgedAnswer[];
    conflicts: readonly Conflict[];
  },
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
  const storedAnswers = new Set(rows.map(({ field, value }) => `${field} ${value}`));
  for (const { device, value, revision } of acknowledgedAnswers) {
    for (const answer of [
      `${getFieldName(device)} ${value}`,
      `${COMMON_FIELD} ${device * 1_000_000 + value}`,
    ]) {
      if (!storedAnswers.has(answer))
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
  const reportedRevisions = conflicts.map(({ other }) => other.revision);
  if (reportedRevisions.join() !== findConflicts(rows).join()) {
    violations.push(
      `the answers ${findConflicts(rows)} conflict, but ${reportedRevisions} are reported as conflicts`,
    );
  }
  // Each device sends increasing numbers, so each number must be stored only once.
  const ownFieldAnswers = rows
    .filter(({ field }) => field !== COMMON_FIELD)
    .map(({ field, value }) => `${field} ${value}`);
  if (new Set(ownFieldAnswers).size !== ownFieldAnswers.length)
    violations.push('a repeated answer was stored twice');
  return violations;
};
