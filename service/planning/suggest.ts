import { type Agenda, type Engagement, engage, findRoom, openAgenda, type Workday } from './agenda.ts';
import { metresBetween, type Place } from './great-circle.ts';

/*
 * Who might do a task, and when
 *
 * A way to place a task is a person of its team and a working day of theirs with room for it: not while they are away, not
 * in time that is taken, not beyond their working minutes, and not before the task may start. What a way costs is told in
 * minutes (the constants below):
 *
 * - the way to the nearest other task of that person that day, as the crow flies;
 * - how full the person, and that day of theirs, would be;
 * - when tasks are spread, what goes beyond a fair share of the person and of the day: what everybody would have to do if
 *   all work were shared by their working minutes. So nobody is filled up while others have time;
 * - a little for each day that passes;
 * - less when the person has inspected an item of the task before;
 * - a lot when it would be done after it is due: this happens only where no way leads to an end in time.
 *
 * Each task by itself is given the cheapest way of each of its three cheapest people. Spread, the tasks are placed one after
 * the other (regret insertion): first the one with the fewest ways left that end in time, those that cannot end in time
 * last; among equals the one that would lose most by going to its second-best person. It is not the best of all plans, but a good one, in milliseconds, and the
 * same whenever it is asked for.
 */

const METRES_A_MINUTE = 500;
/** From wherever a day begins to its first task: nobody has told from where. */
const FIRST_WAY = 10;
/** Of a person, or a day, that has no minute left. */
const FULL = 30;
/** For each task beyond a fair share of a person, and of a day. */
const BEYOND_OWN_SHARE = 40;
const BEYOND_SHARE_OF_DAY = 10;
/** Tasks beyond which it makes no difference any more. */
const FAR_BEYOND = 3;
const A_DAY_LATER = 0.5;
const FAMILIAR = -10;
/** More than everything else together: the other end of the earth is 40,000 minutes away. */
const OVERDUE = 1_000_000;
const NOBODY_ELSE = 1_000_000_000;

const MINUTE = 60_000;

export type OpenTask = {
  id: string;
  teamId: string;
  minutes: number;
  place: Place | null;
  notBefore: number | null;
  due: number | null;
  /** By the ids of people: how often they have inspected an item of it. */
  visits: ReadonlyMap<number, { times: number; lastAt: number }>;
};

export type Worker = {
  id: number;
  teamIds: ReadonlySet<string>;
  days: readonly Workday[];
  engagements: readonly Engagement[];
};

/** A way to place a task, and what can be said of it. */
export type Way = {
  workerId: number;
  start: number;
  metres: number | null;
  plannedMinutes: number;
  workingMinutes: number;
  lateBy: number;
  cost: number;
};

export type Placed = { taskId: string; ways: Way[] };
export type Obstacle = 'nobody' | 'startsLater' | 'tooLong' | 'full';
export type Outcome = { placed: Placed[]; unplaced: { taskId: string; why: Obstacle }[] };

/** Milliseconds: nothing is placed outside. */
export type Window = { from: number; to: number };

/** Of what there is to do: who is asked for one task may do as much as they have time for. */
const EVERYTHING = 1;

type Desk = { worker: Worker; agendas: Agenda[]; planned: number; working: number };

/** The cheapest ways of each task by itself, each of another person. */
export const suggestEach = (
  tasks: readonly OpenTask[],
  workers: readonly Worker[],
  window: Window,
  most: number,
): Outcome => {
  const desks = workers.map(openDesk);
  const outcome: Outcome = { placed: [], unplaced: [] };
  for (const task of tasks) {
    // Where it is planned now it takes no time from itself.
    const ways = desks.map((desk) => {
      const isPlannedHere = desk.worker.engagements.some(({ taskId }) => taskId === task.id);
      const open = isPlannedHere ? openDesk(withoutTasks(desk.worker, new Set([task.id]))) : desk;
      return cheapestWay(task, open, EVERYTHING, window).way;
    });
    const best = ways.filter((way) => way !== undefined).sort(byCost);
    // Nobody is late where somebody is not.
    const kept = best.filter(({ lateBy }) => lateBy === 0 || best[0]!.lateBy > 0).slice(0, most);
    if (kept.length > 0) outcome.placed.push({ taskId: task.id, ways: kept });
    else outcome.unplaced.push({ taskId: task.id, why: obstacleOf(task, desks, window) });
  }
  return outcome;
};

/**
 * One way for each task, so that all can be gone together. A task without a way stays where it is planned, and takes its
 * time there: then the others are placed again.
 */
export const spreadOver = (
  tasks: readonly OpenTask[],
  workers: readonly Worker[],
  window: Window,
): Outcome => {
  const planned = new Set(workers.flatMap(({ engagements }) => engagements.map(({ taskId }) => taskId)));
  const staying: Outcome['unplaced'] = [];
  for (let left = tasks; ; ) {
    const moving = new Set(left.map(({ id }) => id));
    const { placed, unplaced } = placeTogether(
      left,
      workers.map((worker) => withoutTasks(worker, moving)),
      window,
    );
    const stay = unplaced.filter(({ taskId }) => planned.has(taskId));
    if (stay.length === 0) return { placed, unplaced: [...staying, ...unplaced] };
    staying.push(...stay);
    const ids = new Set(stay.map(({ taskId }) => taskId));
    left = left.filter(({ id }) => !ids.has(id));
  }
};

const withoutTasks = (worker: Worker, ids: ReadonlySet<string>): Worker => ({
  ...worker,
  engagements: worker.engagements.filter(({ taskId }) => taskId === undefined || !ids.has(taskId)),
});

const placeTogether = (tasks: readonly OpenTask[], workers: readonly Worker[], window: Window): Outcome => {
  const desks = workers.map(openDesk);
  const share = shareOf(
    desks,
    tasks.reduce((sum, { minutes }) => sum + minutes, 0),
  );
  const outcome: Outcome = { placed: [], unplaced: [] };
  const chances = tasks.map((task) => ({
    task,
    // A placement changes the agenda of one person only: all others' chances stay as they are.
    ofDesks: desks.map((desk) => cheapestWay(task, desk, share, window)),
  }));
  while (chances.length > 0) {
    const ranked = chances.map((chance, place) => ({ place, ...rank(chance.ofDesks), task: chance.task }));
    const next = ranked.reduce((first, other) => (comesBefore(other, first) ? other : first));
    const { task, best } = next;
    chances.splice(next.place, 1);
    if (best === undefined) {
      outcome.unplaced.push({ taskId: task.id, why: obstacleOf(task, desks, window) });
      continue;
    }
    outcome.placed.push({ taskId: task.id, ways: [best.way] });
    const desk = desks[best.desk]!;
    engage(desk.agendas[best.day]!, best.way.start, task.minutes, task.place);
    desk.planned += task.minutes;
    for (const chance of chances) {
      chance.ofDesks[best.desk] = cheapestWay(chance.task, desk, share, window);
    }
  }
  return outcome;
};

const openDesk = (worker: Worker): Desk => {
  const agendas = worker.days.map((day) => openAgenda(day, worker.engagements));
  return {
    worker,
    agendas,
    planned: agendas.reduce((sum, { plannedMinutes }) => sum + plannedMinutes, 0),
    working: agendas.reduce((sum, { workingMinutes }) => sum + workingMinutes, 0),
  };
};

/** The part of their working minutes that everybody would have to do if all work were shared. */
const shareOf = (desks: readonly Desk[], more: number): number => {
  const working = desks.reduce((sum, desk) => sum + desk.working, 0);
  const planned = desks.reduce((sum, desk) => sum + desk.planned, more);
  return working === 0 ? 0 : planned / working;
};

/** The cheapest way of a person, with the place of its day, and how many lead to an end in time. */
type Chance = { way: Way | undefined; day: number; inTime: number };

const NONE: Chance = { way: undefined, day: -1, inTime: 0 };

const cheapestWay = (task: OpenTask, desk: Desk, share: number, window: Window): Chance => {
  if (!desk.worker.teamIds.has(task.teamId)) return NONE;
  let { way, day, inTime } = NONE;
  for (const [place, agenda] of desk.agendas.entries()) {
    const start = findRoom(agenda, task.minutes, Math.max(task.notBefore ?? 0, window.from));
    if (start === undefined || start + task.minutes * MINUTE > window.to) continue;
    const found = wayOf(task, desk, { agenda, start, place }, share);
    if (found.lateBy === 0) inTime++;
    if (way === undefined || found.cost < way.cost) [way, day] = [found, place];
  }
  return { way, day, inTime };
};

const wayOf = (
  { minutes, place, due, visits }: OpenTask,
  { worker, planned, working }: Desk,
  { agenda, start, place: dayAt }: { agenda: Agenda; start: number; place: number },
  share: number,
): Way => {
  const metres = place === null ? null : nearest(place, agenda.engagements);
  const lateBy = due === null ? 0 : Math.max(0, Math.ceil((start - due) / MINUTE) + minutes);
  const travel = metres === null ? (place === null ? 0 : FIRST_WAY) : metres / METRES_A_MINUTE;
  const beyond = (total: number, fair: number) => Math.min(FAR_BEYOND, Math.max(0, (total - fair) / minutes));
  const cost =
    travel +
    (FULL * (planned + minutes)) / working +
    (FULL * (agenda.plannedMinutes + minutes)) / agenda.workingMinutes +
    BEYOND_OWN_SHARE * beyond(planned + minutes, share * working) +
    BEYOND_SHARE_OF_DAY * beyond(agenda.plannedMinutes + minutes, share * agenda.workingMinutes) +
    A_DAY_LATER * dayAt +
    (visits.has(worker.id) ? FAMILIAR : 0) +
    (lateBy > 0 ? OVERDUE + lateBy : 0);
  return {
    workerId: worker.id,
    start,
    metres,
    plannedMinutes: agenda.plannedMinutes + minutes,
    workingMinutes: agenda.workingMinutes,
    lateBy,
    cost,
  };
};

const nearest = (place: Place, engagements: readonly Engagement[]): number | null => {
  let metres: number | null = null;
  for (const { place: other } of engagements) {
    if (other !== null) metres = Math.min(metres ?? Number.POSITIVE_INFINITY, metresBetween(place, other));
  }
  return metres;
};

const byCost = (one: Way, other: Way): number => one.cost - other.cost || one.workerId - other.workerId;

type Rank = {
  best: { way: Way; desk: number; day: number } | undefined;
  /** Ways left that end in time; without any it has all the time in the world. */
  choices: number;
  regret: number;
};

const rank = (ofDesks: readonly Chance[]): Rank => {
  let best: Rank['best'];
  let [second, inTime] = [NOBODY_ELSE, 0];
  for (const [desk, chance] of ofDesks.entries()) {
    inTime += chance.inTime;
    if (chance.way === undefined) continue;
    if (best === undefined || byCost(chance.way, best.way) < 0) {
      second = best?.way.cost ?? second;
      best = { way: chance.way, desk, day: chance.day };
    } else second = Math.min(second, chance.way.cost);
  }
  return {
    best,
    choices: inTime === 0 ? Number.POSITIVE_INFINITY : inTime,
    regret: best === undefined ? 0 : second - best.way.cost,
  };
};

type Ranked = Rank & { task: OpenTask };

const comesBefore = (one: Ranked, other: Ranked): boolean => {
  if (one.choices !== other.choices) return one.choices < other.choices;
  if (one.regret !== other.regret) return one.regret > other.regret;
  if (one.task.minutes !== other.task.minutes) return one.task.minutes > other.task.minutes;
  return one.task.id < other.task.id;
};

const obstacleOf = (task: OpenTask, desks: readonly Desk[], window: Window): Obstacle => {
  const own = desks.filter(({ worker }) => worker.teamIds.has(task.teamId));
  if (own.length === 0) return 'nobody';
  const days = own.flatMap(({ worker }) => worker.days);
  if (task.notBefore !== null && task.notBefore + task.minutes * MINUTE > window.to) return 'startsLater';
  return days.some(({ workingMinutes }) => workingMinutes >= task.minutes) ? 'full' : 'tooLong';
};
