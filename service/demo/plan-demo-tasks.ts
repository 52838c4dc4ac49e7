import type { ProvisionItem } from '#contract/provision.ts';
import type { TaskContent } from '#service/tasks/task-draft.ts';
import { demoContentTypes } from './demo-items.ts';
import { demoTeams } from './demo-people.ts';
import { demoWorkbooks } from './demo-workbooks.ts';
import { planOnDays } from './plan-on-days.ts';
import { type Random, seededRandom } from './seeded-random.ts';

/** The final state of a demo task, or that it was cancelled and restarted. */
export type Outcome = 'New' | 'Assigned' | 'Active' | 'Closed' | 'Canceled' | 'Restarted';

export type DemoTask = { content: TaskContent; outcome: Outcome; coordinator: string; inspector: string };

/** Two thousand in total. */
export const OUTCOMES: Record<Outcome, number> = {
  New: 150,
  Assigned: 910,
  Active: 40,
  Closed: 750,
  Canceled: 100,
  Restarted: 50,
};

const SEED = 2000;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
export const EXTERNAL_ID_PREFIX = 'DEMO-';

/** Due dates by final state, in days from today. */
const DUE: Record<Outcome, readonly [from: number, to: number]> = {
  New: [-2, 45],
  Assigned: [-3, 45],
  Active: [-2, 6],
  Closed: [-56, -1],
  Canceled: [-60, 10],
  Restarted: [1, 20],
};

/** Generates the tasks of the demo, the same in every run on the same day. `today` is midnight in UTC. */
export const planDemoTasks = (today: Date): DemoTask[] => {
  const random = seededRandom(SEED);
  const outcomes = (Object.keys(OUTCOMES) as Outcome[]).flatMap((outcome) =>
    Array<Outcome>(OUTCOMES[outcome]).fill(outcome),
  );
  const items = new Map(demoContentTypes().map(({ name, items }) => [name, items]));
  const tasks = random.shuffle(outcomes).map((outcome, index): DemoTask => {
    const team = random.pick(demoTeams);
    const inspector = random.pick(team.groups.Inspectors);
    const workbookName = random.chance(0.85) ? random.pick(team.workbooks.slice(0, -1)) : 'DamageReport';
    const contentType = demoWorkbooks.find(({ name }) => name === workbookName)!.contentType;
    const inspected = contentType ? pickAdjacentItems(items.get(contentType)!, random) : [];
    const dueDate = workday(today, random.whole(...DUE[outcome]), random.whole(12, 16));
    return {
      outcome,
      coordinator: team.groups.Coordinators[0]!,
      inspector,
      content: {
        externalId: `${EXTERNAL_ID_PREFIX}${String(index + 1).padStart(4, '0')}`,
        ...wording(inspected, random),
        teamName: team.title,
        workbookName,
        assignedUserName: outcome === 'New' ? null : inspector,
        startDate: new Date(dueDate.getTime() - random.whole(5, 25) * DAY_MS - 4 * HOUR_MS),
        dueDate,
        plannedStart: null,
        plannedMinutes: null,
        itemsToInspect: inspected.length > 0 ? inspected.map(({ externalId }) => externalId) : null,
        customProperties: {
          Reference: `ZK-${today.getUTCFullYear()}-${String(random.whole(1, 99_999)).padStart(5, '0')}`,
          Priority: random.pick(['low', 'normal', 'normal', 'high']),
          ...inspected[0]?.attributes,
        },
      },
    };
  });
  return planOnDays(tasks, today);
};

const pickAdjacentItems = (items: readonly ProvisionItem[], random: Random): ProvisionItem[] => {
  const count = random.chance(0.8) ? 1 : random.whole(2, 4);
  const first = random.whole(0, items.length - count);
  return items.slice(first, first + count);
};

const OCCASIONS = ['yearly inspection', 'follow-up', 'resident report', 'inspection before an event'];
const DAMAGES = [
  'Damaged pavement',
  'Fallen branch on the road',
  'Graffiti on a wall',
  'Bicycle wreck in the water',
  'Loose cable',
];

const wording = ([first, ...others]: ProvisionItem[], random: Random) => {
  if (!first)
    return {
      title: random.pick(DAMAGES),
      description: 'Reported by phone. Inspect the damage and estimate the repair.',
    };
  const more = others.length > 0 ? ` and ${others.length} more` : '';
  return { title: `${first.title}${more}: ${random.pick(OCCASIONS)}`, description: first.address ?? null };
};

const SATURDAY = 6;
const SUNDAY = 0;

/** Adds days to a date, and moves weekends to Monday. */
const workday = (today: Date, days: number, hour: number): Date => {
  const date = new Date(today.getTime() + days * DAY_MS + hour * HOUR_MS);
  const rest = { [SATURDAY]: 2, [SUNDAY]: 1 }[date.getUTCDay()] ?? 0;
  return new Date(date.getTime() + rest * DAY_MS);
};
