import type { DeviceDatabase } from './device-database.ts';
import type { IdentityDatabase, IdentityRow } from './device-identity.ts';
import type { OutboxAction, OutboxEntry, SendError, SendPause } from './local-data.ts';

// The first app version stored the same data in different tables, under different property names. Its rows are moved
// every time a database is opened, rather than once in an upgrade, because a window still running that version can
// keep writing to its tables. The tables are not deleted: that window would recreate them. Remove this file once no
// device can still have unsent changes from the first version.

type Version1Command = Omit<OutboxEntry, 'action'> & {
  act: Exclude<OutboxAction, { kind: 'complete' }> | { kind: 'finish'; finishedAt: string };
};
type Version1Queue = Omit<SendPause, 'error'> & { trouble: SendError | null };
type Version1Fact = { name: string; value: unknown };

export const VERSION_1_TABLES = {
  commands: '++number, inspectionId',
  queues: 'inspectionId',
  facts: 'name',
};

const VALUE_NAMES: Readonly<Record<string, string>> = {
  adopted: 'mergedInto',
  here: 'lastPosition',
  understood: 'dismissedTaskChanges',
};
const INSPECTION_PROPERTIES = { finishedAt: 'completedAt', place: 'formPosition' };

/** Moves all rows in one transaction. First-version rows are newer than existing ones. */
export const convertStore = (database: DeviceDatabase): Promise<void> => {
  const commands = database.table<Version1Command>('commands');
  const queues = database.table<Version1Queue>('queues');
  const facts = database.table<Version1Fact>('facts');
  const { inspections, outbox, pauses, values } = database;
  const tables = [commands, queues, facts, inspections, outbox, pauses, values];
  return database.transaction('rw', tables, async () => {
    const rows = [await commands.toArray(), await queues.toArray(), await facts.toArray()] as const;
    // Without such rows, no inspection needs converting either: the first version stores a fact whenever it
    // receives changes.
    if (rows.every((tableRows) => tableRows.length === 0)) return;
    await outbox.bulkAdd(rows[0].map(convertCommand));
    await pauses.bulkPut(rows[1].map(({ trouble, ...pause }) => ({ ...pause, error: trouble })));
    await values.bulkPut(rows[2].map(({ name, value }) => ({ name: VALUE_NAMES[name] ?? name, value })));
    await inspections
      .filter((inspection) => Object.keys(INSPECTION_PROPERTIES).some((name) => name in inspection))
      .modify((inspection) => renameProperties(inspection as unknown as Record<string, unknown>));
    for (const table of [commands, queues, facts]) await table.clear();
  });
};

/** Omits the number: the outbox assigns new ones in the same order. */
const convertCommand = ({
  number: _number,
  act,
  ...entry
}: Version1Command): Omit<OutboxEntry, 'number'> => ({
  ...entry,
  action: act.kind === 'finish' ? { kind: 'complete', completedAt: act.finishedAt } : act,
});

const renameProperties = (inspection: Record<string, unknown>) => {
  for (const [name, newName] of Object.entries(INSPECTION_PROPERTIES)) {
    if (!(name in inspection)) continue;
    inspection[newName] = inspection[name];
    delete inspection[name];
  }
};

/** Moves the identity. Windows running the first version then restart: their table has lost its owner. */
export const convertIdentity = (database: IdentityDatabase): Promise<void> => {
  const facts = database.table<IdentityRow>('facts');
  return database.transaction('rw', facts, database.values, async () => {
    await database.values.bulkPut(await facts.toArray());
    await facts.clear();
  });
};
