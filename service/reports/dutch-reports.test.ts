import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Field } from '#contract/workbook-definition.ts';
import { run } from '#service/database/statement.ts';
import { findFirstWordOutOfOrder, readPdf } from '#service/testing/read-pdf.ts';
import { startNewInspection } from '#service/testing/start-new-inspection.ts';
import { startService } from '#service/testing/start-service.ts';

const FIELDS: Field[] = [
  {
    name: 'Height',
    type: 'decimal',
    label: { en: 'Height', nl: 'Hoogte' },
    failWhen: '. < 1',
    followUp: { workbook: 'Railing', team: 'Locks' },
  },
];

const assertInOrder = (text: string, words: readonly string[]) =>
  assert.equal(findFirstWordOutOfOrder(text, words), undefined, text);

test("a report shows people's full names, and explains in its own language why there is no follow-up task", async (t) => {
  const service = await startService(t);
  const { db } = service.database;
  await run(db, "update app_user set name = 'Anna', surname = 'de Vries' where user_name = 'anna'", []);
  await run(db, "update app_user set name = 'Karel', surname = 'Bos' where user_name = 'coordinator'", []);
  await run(db, "update team set is_active = false where title = 'Locks'", []);
  const inspection = await startNewInspection(service, { fields: FIELDS });
  await inspection.answer({ Height: 0.8 });
  assert.equal((await inspection.complete()).status, 200);
  const coordinator = await service.as('coordinator');
  const read = async (language: string) => {
    const path = `/api/v1/inspections/${inspection.id}/report.pdf?language=${language}`;
    return (await readPdf((await coordinator.get(path)).bytes)).text;
  };
  assertInOrder(await read('nl'), [
    'Inspecteur Anna de Vries',
    'Vervolgtaken',
    'Hoogte taak niet aangemaakt: Het team ‘Locks’ is niet actief',
  ]);
  assertInOrder(await read('en'), ["Height task not created: The team 'Locks' is not active"]);
  await coordinator.post(`/api/v1/inspections/${inspection.id}/return`, {});
  const { revision } = await inspection.read();
  await inspection.answer({ Height: 0.7 });
  await inspection.answer({ Height: 0.6 }, { baseRevision: revision });
  assertInOrder(await read('nl'), [
    'Door Karel Bos ter correctie teruggestuurd op',
    'Tegenstrijdig antwoord van Anna de Vries: 0,7',
  ]);
});
