import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { run } from '#service/database/statement.ts';
import type { Caller } from '#service/testing/caller.ts';
import { taskBody as task } from '#service/testing/caller.ts';
import { addPerson } from '#service/testing/organisation.ts';
import { startService } from '#service/testing/start-service.ts';

const FIELDS = [
  { name: 'Height', type: 'decimal', label: 'Height', required: true },
  { name: 'Colour', type: 'singleChoice', choices: [{ value: 'red' }, { value: 'green' }] },
];

/** Creates two administrators and a workbook with one version. */
const setUp = async (t: TestContext) => {
  const service = await startService(t);
  const { organisation, database } = service;
  organisation.userIds.other = await addPerson(database.db, organisation, {
    userName: 'other',
    role: 'Administrator',
  });
  const [admin, other] = [await service.as('admin'), await service.as('other')];
  const workbook = `/api/v1/workbooks/${organisation.workbookIds.Railing}`;
  return { ...service, admin, other, workbook, draftPath: `${workbook}/draft` };
};

const save = (caller: Caller, draftPath: string, content: object, headers: Record<string, string>) =>
  caller.request('PUT', draftPath, content, headers);
const ifNoneMatch = { 'if-none-match': '*' };
const createIfMatch = (tag: string) => ({ 'if-match': tag });

test('a draft is created, saved, read and published as the version used by new tasks', async (t) => {
  const { admin, draftPath, workbook, as } = await setUp(t);
  assert.equal((await admin.get(draftPath)).status, 404);
  const saved = await save(
    admin,
    draftPath,
    { title: 'Railings', description: 'New', fields: FIELDS },
    ifNoneMatch,
  );
  assert.equal(saved.status, 201);
  const { modificationTime } = saved.body;
  const state = { errors: [], modificationTime, modifiedBy: 'admin', revision: 1 };
  assert.deepEqual([saved.body, saved.headers.get('etag')], [state, '"1"']);
  const read = await admin.get(draftPath);
  assert.deepEqual(read.body, { title: 'Railings', description: 'New', fields: FIELDS, ...state });
  assert.equal(read.headers.get('etag'), '"1"');
  assert.equal((await admin.get(workbook)).body.draft.modifiedBy, 'admin');

  const again = await save(admin, draftPath, { fields: FIELDS.toReversed() }, createIfMatch('"1"'));
  assert.deepEqual([again.status, again.headers.get('etag')], [200, '"2"']);
  const published = await admin.post(`${draftPath}/publish`, { version: '2.0.0' }, createIfMatch('"2"'));
  assert.equal(published.status, 201);
  const { id, definitionId, creationTime, ...rest } = published.body;
  assert.deepEqual(rest, {
    version: '2.0.0',
    versionCode: 2,
    title: 'Railing check',
    description: null,
    isPublished: true,
    isDeleted: false,
    deletionTime: null,
    deleterUser: null,
    revision: 1,
  });
  assert.equal(published.headers.get('location'), `${workbook}/versions/${id}`);
  assert.deepEqual((await admin.get(`${workbook}/versions/${id}`)).body.fields, FIELDS.toReversed());
  assert.equal((await admin.get(draftPath)).status, 404);
  const changed = (await admin.get(workbook)).body;
  assert.deepEqual([changed.draft, changed.published.id, changed.versions.length], [null, id, 2]);

  const erp = await as('erp');
  await erp.task('post', task());
  const { results } = (await erp.get('/api/services/custom/externaltask/getall')).body.result;
  assert.deepEqual([results[0].workbookId, results[0].workbookVersionCode], [id, 2]);
});

test('when two designers save the same revision, the second gets an error that names the first', async (t) => {
  const { admin, other, draftPath } = await setUp(t);
  const firstSaves = await Promise.all([
    save(admin, draftPath, { title: 'A', fields: [] }, ifNoneMatch),
    save(other, draftPath, { title: 'B', fields: [] }, ifNoneMatch),
  ]);
  assert.deepEqual(firstSaves.map(({ status }) => status).sort(), [201, 412]);
  const late = firstSaves.find(({ status }) => status === 412)!;
  assert.match(late.body.detail, /There is already a draft: (admin|other) saved it at \d{4}-/);

  const saves = await Promise.all(
    [admin, other].map((caller, n) =>
      save(caller, draftPath, { title: `${n}`, fields: [] }, createIfMatch('"1"')),
    ),
  );
  assert.deepEqual(saves.map(({ status }) => status).sort(), [200, 412]);
  const saved = (await admin.get(draftPath)).body;
  assert.deepEqual([saved.title, saved.revision], [saves[0]!.status === 200 ? '0' : '1', 2]);
  const rejected = saves.find(({ status }) => status === 412)!;
  assert.match(rejected.body.detail, /(admin|other) saved it at .* \(now at revision 2\)/);
});

test('saving, publishing or discarding a missing draft returns an error', async (t) => {
  const { admin, other, draftPath } = await setUp(t);
  await save(admin, draftPath, { fields: FIELDS }, ifNoneMatch);
  const stale = await other.post(`${draftPath}/publish`, { version: '2' }, createIfMatch('"7"'));
  assert.equal(stale.status, 412);
  assert.equal((await admin.request('DELETE', draftPath, undefined, createIfMatch('"7"'))).status, 412);
  assert.equal((await admin.request('DELETE', draftPath, undefined, createIfMatch('"1"'))).status, 204);
  const response = await save(other, draftPath, { fields: FIELDS }, createIfMatch('"1"'));
  assert.deepEqual([response.status, /There is no draft\. /.test(response.body.detail)], [412, true]);
  assert.equal(
    (await other.post(`${draftPath}/publish`, { version: '2' }, createIfMatch('"1"'))).status,
    412,
  );
  assert.equal((await other.request('DELETE', draftPath, undefined, createIfMatch('*'))).status, 412);
  // A new draft is not mistaken for its predecessor.
  const created = await save(admin, draftPath, { fields: FIELDS }, ifNoneMatch);
  assert.equal(created.status, 201);
  assert.equal((await save(other, draftPath, { fields: [] }, createIfMatch('"1"'))).status, 412);
  assert.equal(
    (await save(other, draftPath, { fields: [] }, createIfMatch(created.headers.get('etag')!))).status,
    200,
  );
});

test('an unfinished draft is stored, and all errors are returned with their paths', async (t) => {
  const { admin, draftPath } = await setUp(t);
  const fields = [
    { name: 'A', type: 'txt' },
    { type: 'text', label: '' },
    'nothing',
    { name: 'S', type: 'section', fields: [{ name: 'B', type: 'text', colour: 1 }] },
    null,
  ];
  const { status, body } = await save(admin, draftPath, { fields }, ifNoneMatch);
  assert.equal(status, 201);
  const messages = body.errors.map(({ path, message }: Record<string, string>) => `${path}: ${message}`);
  assert.match(messages.join('\n'), /^fields\[0\]\.type: type must be one of text, .*Did you mean text\?/m);
  assert.match(messages.join('\n'), /^fields\[1\]\.name: The field name is required\.$/m);
  assert.match(messages.join('\n'), /^fields\[2\]: fields must be an object; nothing was given\.$/m);
  assert.match(messages.join('\n'), /^fields\[3\]\.fields\[0\]\.colour: There is no field colour here/m);
  assert.deepEqual((await admin.get(draftPath)).body.fields, fields);
  assert.deepEqual((await admin.get(draftPath)).body.errors, body.errors);

  const duplicated = [...FIELDS, { name: 'height', type: 'integer', min: 5, max: 1 }];
  const savedDuplicate = await save(admin, draftPath, { fields: duplicated }, createIfMatch('"1"'));
  assert.deepEqual(
    savedDuplicate.body.errors.map(({ path }: Record<string, string>) => path),
    ['fields[2].name', 'fields[2].min'],
  );
  const rejected = await admin.post(`${draftPath}/publish`, { version: '2' }, createIfMatch('"2"'));
  assert.deepEqual(
    [rejected.status, rejected.body.detail],
    [422, 'The draft cannot be published: it has 2 errors.'],
  );
  assert.deepEqual(
    rejected.body.errors.map(({ field, message }: Record<string, string>) => ({ path: field, message })),
    savedDuplicate.body.errors,
  );
  const none = await save(admin, draftPath, { fields: [] }, createIfMatch('"2"'));
  assert.deepEqual(none.body.errors, [{ path: 'fields', message: 'fields must not be empty.' }]);
});

test('an expression error is returned with its position', async (t) => {
  const { admin, draftPath } = await setUp(t);
  const fields = [
    ...FIELDS,
    { name: 'Repair', type: 'text', relevant: "${Height} > 3 and ${Color} = 'red'" },
  ];
  const { errors } = (await save(admin, draftPath, { fields }, ifNoneMatch)).body;
  assert.deepEqual([errors.length, errors[0].path, errors[0].at], [1, 'fields[2].relevant', 18]);
  assert.match(errors[0].message, /Color.*Colour/);
  const { body } = await admin.post(`${draftPath}/publish`, { version: '2' }, createIfMatch('*'));
  assert.deepEqual(body.errors, [{ field: errors[0].path, message: errors[0].message, at: 18 }]);
});

test("a draft's errors are in the user's language", async (t) => {
  const { admin, draftPath } = await setUp(t);
  const check = async (fields: unknown[]) => {
    const { body } = await admin.post(`${draftPath}/check`, { fields }, { 'accept-language': 'nl' });
    return body.errors.map(({ message }: { message: string }) => message);
  };
  assert.deepEqual(await check([]), ['fields mag niet leeg zijn.']);
  const [type, label] = await check([{ name: 'A', type: 'txt', label: '' }]);
  assert.match(type, /^type moet een van deze waarden zijn: text, .*; opgegeven is txt\. Bedoelt u text\?$/);
  assert.equal(label, 'label mag niet leeg zijn.');
  assert.deepEqual(
    await check([
      { name: 'A', type: 'integer', max: 'high', followUp: { workbook: 'Raling' }, failWhen: '. > 1' },
    ]),
    [
      'De waarde van max is geen geldig antwoord: A moet een geheel getal zijn, maar is ‘high’.',
      'Er is geen werkboek Raling. Bedoelt u Railing?',
    ],
  );
});

test('a definition can be validated without storing it', async (t) => {
  const { admin, draftPath } = await setUp(t);
  const check = async (fields: unknown[]) => (await admin.post(`${draftPath}/check`, { fields })).body.errors;
  assert.deepEqual(await check(FIELDS), []);
  assert.equal((await check([{ name: 'A' }]))[0].path, 'fields[0].type');
  assert.equal((await check(Array(2_000).fill(0))).length, 100);
  assert.equal((await admin.get(draftPath)).status, 404);
});

test('a draft can be created from a version unless one already exists', async (t) => {
  const { admin, draftPath, organisation } = await setUp(t);
  const fromVersion = organisation.versionIds.Railing;
  const key = { 'idempotency-key': 'once' };
  const started = await admin.post(draftPath, { fromVersion }, key);
  assert.deepEqual([started.status, started.body.errors, started.headers.get('etag')], [201, [], '"1"']);
  assert.deepEqual((await admin.post(draftPath, { fromVersion }, key)).body, started.body);
  const { title, fields } = (await admin.get(draftPath)).body;
  assert.deepEqual([title, fields[0].name], ['Railing check', 'Height']);
  const rejected = await admin.post(draftPath, { fromVersion });
  assert.deepEqual(
    [rejected.status, /There is already a draft: admin/.test(rejected.body.detail)],
    [409, true],
  );
  assert.equal(
    (await admin.post(draftPath, { fromVersion: organisation.versionIds.BridgeInspection })).status,
    404,
  );
});

test('version codes increase, and a publication retried with its Idempotency-Key runs once', async (t) => {
  const { admin, draftPath, workbook, database } = await setUp(t);
  const publish = async (publication: object, headers = {}) => {
    const saved = await save(admin, draftPath, { title: '', fields: FIELDS }, ifNoneMatch);
    const tag = saved.headers.get('etag') ?? '*';
    return admin.post(`${draftPath}/publish`, publication, { 'if-match': tag, ...headers });
  };
  const tenth = await publish({ version: '10', versionCode: 10 }, { 'idempotency-key': 'once' });
  const ifTenth = { 'if-match': '"1"', 'idempotency-key': 'once' };
  const repeated = await admin.post(`${draftPath}/publish`, { version: '10', versionCode: 10 }, ifTenth);
  assert.deepEqual([repeated.status, repeated.body], [201, tenth.body]);
  assert.equal(tenth.body.title, 'Railing check');
  const low = await publish({ version: '9', versionCode: 9 });
  assert.deepEqual([low.status, /higher than 10/.test(low.body.detail)], [409, true]);
  assert.equal((await publish({ version: '11' })).body.versionCode, 11);
  const beyond = await publish({ version: '12', versionCode: 2_100_000_001 });
  assert.deepEqual([beyond.status, beyond.body.errors[0].field], [422, 'versionCode']);
  assert.equal((await publish({ version: '12', versionCode: 2_100_000_000 })).status, 201);
  assert.equal((await publish({ version: '13' })).body.versionCode, 2_100_000_001);
  assert.match((await publish({ version: '14', versionCode: 12 })).body.detail, /Omit it to use the next/);
  const { versions } = (await admin.get(workbook)).body;
  assert.deepEqual(
    versions.map(({ versionCode }: Record<string, number>) => versionCode),
    [2_100_000_001, 2_100_000_000, 11, 10, 1],
  );
  // Accepted by earlier releases.
  const highest = 'update workbook_version set version_code = 2147483647 where version_code = 2100000001';
  await run(database.db, highest, []);
  assert.match(
    (await publish({ version: '15' })).body.detail,
    /has reached the highest versionCode, 2147483647/,
  );
});

test('a draft with unknown properties or beyond the limits is rejected', async (t) => {
  const { admin, draftPath } = await setUp(t);
  const { status, body } = await save(admin, draftPath, { fields: [], name: 'X' }, ifNoneMatch);
  assert.deepEqual([status, body.errors[0].field], [422, 'name']);
  for (const wrong of [
    {},
    { fields: {} },
    { fields: [], title: 5 },
    { fields: [], title: 'x'.repeat(257) },
  ]) {
    assert.equal(
      (await save(admin, draftPath, wrong, ifNoneMatch)).status,
      422,
      JSON.stringify(wrong).slice(0, 50),
    );
  }
  assert.equal(
    (await save(admin, draftPath, { fields: ['x'.repeat(4 * 1024 * 1024)] }, ifNoneMatch)).status,
    413,
  );
  assert.equal((await save(admin, draftPath, { fields: ['a\0b'] }, ifNoneMatch)).status, 422);
  const largeFields = Array.from({ length: 2_000 }, (_, n) => ({
    name: `F${n}`,
    type: 'text',
    label: 'x'.repeat(900),
  }));
  assert.deepEqual((await save(admin, draftPath, { fields: largeFields }, ifNoneMatch)).body.errors, []);
  for (const version of [
    { version: '' },
    { version: 'x'.repeat(65) },
    { version: '1', versionCode: 0 },
    {},
  ]) {
    const rejected = await admin.post(`${draftPath}/publish`, version, createIfMatch('*'));
    assert.equal(rejected.status, 422, JSON.stringify(version));
  }
});
