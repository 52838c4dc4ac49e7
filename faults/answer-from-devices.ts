import type { Database } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { addWorkbook } from '#service/testing/organisation.ts';
import { type Addresses, createAddresses } from './addresses.ts';
import { type Cast, callerAt, castIn, deploy, openPool, type Stage } from './deployment.ts';
import type { Outcome, Tell } from './outcome.ts';
import { randomFrom } from './random.ts';
import { errorsOf, startServer } from './server-process.ts';
import { draftAt } from './task-view.ts';
import { inTime, until } from './until.ts';

const DEVICES = 6;
const WORKBOOK = 'Devices';
const OWN = (device: number) => `Field${device}`;
/** All devices answer this one too, none knowing the others. */
const COMMON = 'Common';
const fields = [
  ...Array.from({ length: DEVICES }, (_, device) => ({ name: OWN(device), type: 'integer' as const })),
  { name: COMMON, type: 'integer' as const },
];

/** An answer that was acknowledged, with the revision it was told. */
type Kept = { device: number; value: number; revision: number };

/** A device looks at what others said only now and then, as one that is mostly without a network. */
const ANSWERS_BETWEEN_LOOKS = 5;

/**
 * Devices answer one inspection while the server is killed again and again, and send again what had no answer: nothing
 * that was acknowledged is lost, nothing is kept twice, revisions have no gap, and every answer that nobody knew who
 * answered later is shown (R1, R19).
 */
export const answerFromDevices = async (
  stage: Stage,
  { rounds, seed, databaseUrl }: { rounds: number; seed: number; databaseUrl?: string | undefined },
  tell: Tell,
): Promise<Outcome> => {
  const deployment = await deploy(stage, databaseUrl);
  let server = await startServer(stage, deployment);
  const { db } = openPool(stage, deployment.connection);
  const cast = await castIn(db);
  const inspectionId = await beginInspection(db, cast, server.url);
  const addresses = createAddresses(server.url);
  const stopped = new AbortController();
  const kept: Kept[] = [];
  const devices = Array.from({ length: DEVICES }, (_, device) =>
    answerAsDevice({ device, inspectionId, addresses, cast, kept, stopped: stopped.signal }),
  );
  const random = randomFrom(seed);
  const violations: string[] = [];

  const moreAnswers = async (count: number) => {
    const enough = kept.length + count;
    await until(`${count} more answers`, () => kept.length >= enough);
  };
  for (let round = 1; round <= rounds; round++) {
    await moreAnswers(30 + Math.floor(random() * 60));
    addresses.close(server.url);
    await server.kill();
    violations.push(...errorsOf(server));
    server = await startServer(stage, deployment);
    addresses.open(server.url);
    tell(`killed ${round} of ${rounds}`);
  }
  await moreAnswers(30);
  stopped.abort();
  await Promise.all(devices);
  const { conflicts } = (await callerAt(server.url, cast, 'anna').get(pathOf(inspectionId))).body;
  violations.push(...errorsOf(server), ...(await violationsOf(db, cast, { inspectionId, kept, conflicts })));
  const figures = { kills: rounds, devices: DEVICES, answers: kept.length, conflicts: conflicts.length };
  return { violations, figures };
};

const pathOf = (inspectionId: string) => `/api/v1/inspections/${inspectionId}`;

const beginInspection = async (db: Database, cast: Cast, url: string): Promise<string> => {
  await addWorkbook(db, cast.organisation, { name: WORKBOOK, fields });
  const draft = { ...draftAt('devices', 0), workbookName: WORKBOOK };
  const { id } = (await callerAt(url, cast, 'coordinator').post('/api/v1/tasks', draft)).body;
  return (await callerAt(url, cast, 'anna').post(`/api/v1/tasks/${id}/start`)).body.id;
};

type Device = {
  device: number;
  inspectionId: string;
  addresses: Addresses;
  cast: Cast;
  kept: Kept[];
  stopped: AbortSignal;
};

/** Counts upwards in its own field and the common one; sends the same again until it is acknowledged. */
const answerAsDevice = async ({ device, inspectionId, addresses, cast, kept, stopped }: Device) => {
  let seen = 0;
  for (let value = 1; !stopped.aborted; value++) {
    const answers = { [OWN(device)]: value, [COMMON]: device * 1_000_000 + value };
    for (let isKept = false; !isKept; ) {
      const url = await addresses.pick();
      const anna = callerAt(url, cast, 'anna');
      try {
        const answer = await inTime(
          'an answer of a device',
          anna.request('PATCH', `${pathOf(inspectionId)}/answers`, {
            answers,
            baseRevision: seen,
            device: `device ${device}`,
          }),
        );
        isKept = answer.status === 200;
        if (isKept) {
          kept.push({ device, value, revision: answer.body.revision });
          if (value % ANSWERS_BETWEEN_LOOKS === 0)
            seen = (await anna.get(pathOf(inspectionId))).body.revision ?? seen;
        } else if (answer.status !== 503) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
      } catch (error) {
        // The server was killed meanwhile; whether the answer was kept is not known.
        if (!(error instanceof TypeError)) throw error;
      }
    }
  }
};

type AnswerRow = { revision: number; field: string; value: number; device: string; base_revision: number };
type Conflict = { field: string; revision: number; other: { revision: number } };

/** The revisions of the answers that stand against the newest one, by the definition. */
const contested = (rows: readonly AnswerRow[]): number[] => {
  const said = rows.filter(({ field }) => field === COMMON);
  const isKnownTo = (earlier: AnswerRow, later: AnswerRow) =>
    later.base_revision >= earlier.revision || later.device === earlier.device;
  return said
    .filter(
      (one, place) =>
        place < said.length - 1 && !said.slice(place + 1).some((later) => isKnownTo(one, later)),
    )
    .map(({ revision }) => revision);
};

const violationsOf = async (
  db: Database,
  { organisation: { tenantId } }: Cast,
  {
    inspectionId,
    kept,
    conflicts,
  }: { inspectionId: string; kept: readonly Kept[]; conflicts: readonly Conflict[] },
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
  const found: string[] = [];
  const held = new Set(rows.map(({ field, value }) => `${field} ${value}`));
  for (const { device, value, revision } of kept) {
    for (const said of [`${OWN(device)} ${value}`, `${COMMON} ${device * 1_000_000 + value}`]) {
      if (!held.has(said)) found.push(`${said} was acknowledged at revision ${revision} and is lost`);
    }
    if (revision > inspection!.revision) found.push(`revision ${revision} was told and never reached`);
  }
  for (const [place, { revision }] of rows.entries()) {
    if (revision !== place + 1) found.push(`revision ${place + 1} is missing`);
  }
  if (inspection!.revision !== rows.length) {
    found.push(`the inspection is at ${inspection!.revision}, of ${rows.length} answers`);
  }
  const shown = conflicts.map(({ other }) => other.revision);
  if (shown.join() !== contested(rows).join()) {
    found.push(`the answers ${contested(rows)} are contested, and ${shown} are shown`);
  }
  // A device counts upwards, so what it sent again must not stand a second time.
  const own = rows.filter(({ field }) => field !== COMMON).map(({ field, value }) => `${field} ${value}`);
  if (new Set(own).size !== own.length) found.push('an answer that was sent again was kept twice');
  return found;
};
