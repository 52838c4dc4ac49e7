import type { ProvisionItem } from '#contract/provision.ts';
import { DEFAULT_FIELD_VALUES, type TaskFieldValue } from '#contract/task-fields.ts';
import type { TaskContent } from '#service/tasks/task-input.ts';
import damageReports from './damage-reports.json' with { type: 'json' };
import { createDemoContentTypes, pickDemoAddress } from './demo-items.ts';
import { demoTeams } from './demo-people.ts';
import { demoWorkbooks } from './demo-workbooks.ts';
import { planOnDays } from './plan-on-days.ts';
import { createRandom, type Random } from './seeded-random.ts';

/** The final state. `Restarted` means cancelled and then restarted. */
export type Outcome = 'New' | 'Assigned' | 'Active' | 'Closed' | 'Canceled' | 'Restarted';

export type DemoTask = {
  content: TaskContent;
  outcome: Outcome;
  coordinator: string;
  inspector: string;
  /** What the inspector found after a damage report. */
  findings?: string;
};

/** The number of tasks in each final state. */
export const OUTCOMES: Record<Outcome, number> = {
  New: 150,
  Assigned: 934,
  Active: 16,
  Closed: 750,
  Canceled: 100,
  Restarted: 50,
};

const SEED = 2000;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
export const EXTERNAL_ID_PREFIX = 'DEMO-';

/** In days from today. */
const DUE_DAYS: Record<Outcome, readonly [from: number, to: number]> = {
  New: [-2, 45],
  Assigned: [-3, 45],
  Active: [-2, 6],
  Closed: [-56, -1],
  Canceled: [-60, 10],
  Restarted: [1, 20],
};

/** The result depends only on the day. `today` is midnight UTC. */
export const planDemoTasks = (today: Date): DemoTask[] => {
  const random = createRandom(SEED);
  const outcomes = (Object.keys(OUTCOMES) as Outcome[]).flatMap((outcome) =>
    Array<Outcome>(OUTCOMES[outcome]).fill(outcome),
  );
  const items = new Map(createDemoContentTypes().map(({ name, items }) => [name, items]));
  const tasks = random.shuffle(outcomes).map((outcome, index): DemoTask => {
    const team = random.pick(demoTeams);
    const inspector = random.pick(team.groups.Inspectors);
    const workbookName = random.chance(0.85) ? random.pick(team.workbooks.slice(0, -1)) : 'DamageReport';
    const contentType = demoWorkbooks.find(({ name }) => name === workbookName)!.contentType;
    const inspectedItems = contentType ? pickAdjacentItems(items.get(contentType)!, random) : [];
    const { findings, ...description } = inspectedItems[0]
      ? describeInspection(workbookName, inspectedItems, random)
      : describeDamage(team.title, random);
    const dueDate = addDaysToWorkday(today, random.integer(...DUE_DAYS[outcome]), random.integer(12, 16));
    return {
      outcome,
      coordinator: team.groups.Coordinators[0]!,
      inspector,
      ...(findings !== undefined && { findings }),
      content: {
        ...DEFAULT_FIELD_VALUES,
        externalId: `${EXTERNAL_ID_PREFIX}${String(index + 1).padStart(4, '0')}`,
        ...description,
        teamName: team.title,
        workbookName,
        assignedUserName: outcome === 'New' ? null : inspector,
        startDate: new Date(dueDate.getTime() - random.integer(5, 25) * DAY_MS - 4 * HOUR_MS),
        dueDate,
        itemsToInspect: inspectedItems.length > 0 ? inspectedItems.map(({ externalId }) => externalId) : null,
        customProperties: {
          Reference: `ZK-${today.getUTCFullYear()}-${String(random.integer(1, 99_999)).padStart(5, '0')}`,
          // Custom properties prefill fields of the same name for all of the task's items.
          ...(inspectedItems.length === 1 && inspectedItems[0]!.attributes),
        },
      },
    };
  });
  return planOnDays(tasks, today);
};

const pickAdjacentItems = (items: readonly ProvisionItem[], random: Random): ProvisionItem[] => {
  const count = random.chance(0.8) ? 1 : random.integer(2, 4);
  const firstIndex = random.integer(0, items.length - count);
  return items.slice(firstIndex, firstIndex + count);
};

type TaskDescription = Pick<TaskContent, 'title' | 'description' | 'priority'> & { findings?: string };

const REASONS: readonly (readonly [title: string, description: string])[] = [
  ['annual inspection', 'Part of the annual round. Add an overview picture.'],
  ['annual inspection', 'Part of the annual round. Compare with last year’s report.'],
  ['follow-up', 'Check whether last month’s repair has held.'],
  ['resident report', 'A resident called about this place. Leave a card after the visit.'],
];

/** Only playgrounds and bridges are inspected before events. */
const EVENT = [
  'inspection before an event',
  'Many visitors are expected. Report anything that cannot wait by phone.',
] as const;
const EVENT_WORKBOOKS = ['BridgeInspection', 'PlaygroundInspection'];

const describeInspection = (
  workbookName: string,
  [first, ...rest]: readonly ProvisionItem[],
  random: Random,
): TaskDescription => {
  const reasons = EVENT_WORKBOOKS.includes(workbookName) ? [...REASONS, EVENT] : REASONS;
  const [reason, description] = random.pick(reasons);
  const more = rest.length > 0 ? ` and ${rest.length} more` : '';
  const priority = reason === EVENT[0] ? 'high' : 'normal';
  return { title: `${first!.title}${more}: ${reason}`, description, priority };
};

type Damage = { title: string; priority?: TaskFieldValue<'priority'>; findings: string };

/** Keyed by the team that carries out the repair. */
const DAMAGE_REPORTS = damageReports as Readonly<Record<string, readonly Damage[]>>;

const describeDamage = (team: string, random: Random): TaskDescription => {
  const { title, priority = 'normal', findings } = random.pick(DAMAGE_REPORTS[team]!);
  const address = pickDemoAddress(random);
  return {
    title: `${title}, ${address}`,
    description: `Reported by phone for ${address}. Inspect the damage and estimate the repair.`,
    priority,
    findings,
  };
};

const SATURDAY = 6;
const SUNDAY = 0;

/** Moves weekend dates to the following Monday. */
const addDaysToWorkday = (today: Date, days: number, hour: number): Date => {
  const date = new Date(today.getTime() + days * DAY_MS + hour * HOUR_MS);
  const daysToMonday = { [SATURDAY]: 2, [SUNDAY]: 1 }[date.getUTCDay()] ?? 0;
  return new Date(date.getTime() + daysToMonday * DAY_MS);
};
