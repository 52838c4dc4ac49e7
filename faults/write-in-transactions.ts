import { randomUUID } from 'node:crypto';
import { DEFAULT_FIELD_VALUES } from '#contract/task-fields.ts';
import type { Database, DatabaseTransaction } from '#service/database/connect.ts';
import { inTransaction } from '#service/database/in-transaction.ts';
import type { Actor } from '#service/identity/actor.ts';
import { createOperatorActor } from '#service/identity/audit/record-audit.ts';
import { createTask } from '#service/tasks/create-tasks.ts';
import { deleteTasks } from '#service/tasks/delete-tasks.ts';
import { editTask } from '#service/tasks/edit-task.ts';
import type { TaskContent } from '#service/tasks/task-input.ts';
import type { Write } from './history-checker.ts';
import { pickWeighted, type Random } from './random.ts';
import { createTaskBody } from './task-revisions.ts';

/** A writer that, unlike a request, can keep a transaction open after a change or roll it back. */
export type TransactionWriter = {
  name: string;
  db: Database;
  actor: Actor;
  random: Random;
  /** Keeps a transaction open for a while. */
  hold: () => Promise<void>;
  /** Called in the same transaction, after the change. */
  afterChange: (trx: DatabaseTransaction, change: Change) => Promise<void>;
  onWrite: (write: Write) => void;
};

export type Change = Pick<Write, 'entity' | 'revision' | 'isDeletion'>;

const HELD_FRACTION = 0.5;
const ABORTED_FRACTION = 0.15;

const OPTIONAL_FIELDS = {
  ...DEFAULT_FIELD_VALUES,
  itemsToInspect: null,
  customProperties: {},
} satisfies Partial<TaskContent>;

class AbortedWriteError extends Error {}

/** Runs service operations in transactions that are held open or rolled back at random, until the signal is aborted. */
export const writeInTransactions = async (
  { name, db, actor, random, hold, afterChange, onWrite }: TransactionWriter,
  signal: AbortSignal,
): Promise<{ held: number; aborted: number }> => {
  const tasks: Change[] = [];
  const counts = { held: 0, aborted: 0 };
  let createdCount = 0;

  const apply = async (trx: DatabaseTransaction, { entity, revision, isDeletion }: Change) => {
    const content = { ...OPTIONAL_FIELDS, ...createTaskBody(entity, revision) };
    const { origin } = createOperatorActor(actor.tenantId, 'command line');
    const auditedActor = { ...actor, origin };
    if (isDeletion) await deleteTasks(trx, auditedActor, { by: 'externalId', ids: [entity] });
    else if (revision === 1) await createTask(trx, actor, { taskId: randomUUID(), ...content });
    else await editTask(trx, actor, content);
  };

  while (!signal.aborted) {
    const operation = pickWeighted(random, { create: 5, edit: 5, delete: 1 });
    const task = operation === 'create' ? undefined : tasks.splice(Math.floor(random() * tasks.length), 1)[0];
    const change: Change = {
      entity: task?.entity ?? `${name}-${createdCount++}`,
      revision: (task?.revision ?? 0) + 1,
      isDeletion: task !== undefined && operation === 'delete',
    };
    const [isHeld, isAborted] = [random() < HELD_FRACTION, random() < ABORTED_FRACTION];
    const startedAt = performance.now();
    try {
      await inTransaction(db, async (trx) => {
        await apply(trx, change);
        await afterChange(trx, change);
        if (isHeld) await hold();
        if (isAborted) throw new AbortedWriteError();
      });
      onWrite({ ...change, startedAt, acknowledgedAt: performance.now() });
      if (!change.isDeletion) tasks.push(change);
    } catch (error) {
      if (!(error instanceof AbortedWriteError)) throw error;
      counts.aborted++;
      if (task !== undefined) tasks.push(task);
    }
    if (isHeld) counts.held++;
  }
  return counts;
};
