import { showNotification } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { mayPass } from '#portal/api/api-problem.ts';
import { planTasks, type RefusedMove } from '#portal/api/tasks.ts';
import { useProblemText } from '#portal/frame/ProblemNote.tsx';
import { usePlanningWords } from '#portal/frame/planning-words.ts';
import { TOLD_ALREADY, TOLD_TO_WAIT, useUndo } from '#portal/frame/undo.tsx';
import { type BoardMove, backOf, noteRevisions, type Revisions, wireOf } from './pending-moves.ts';
import { useRefusalTexts } from './refusal-texts.ts';
import { useBoardWords } from './words.ts';

/** Of what others changed first, so many are told one by one. */
const MOST_TOLD = 3;

/** What became of moves: all done, some refused, or not known and to be tried again. */
type Outcome = 'done' | 'refused' | 'failed';

const failureOf = (problem: unknown) => (mayPass(problem) ? 'failed' : 'refused');

/**
 * Moves tasks at once on the screen, then on the server, one request after the other. What the server refuses goes back to
 * where it is, and a message says why. `perform` tells what became of it. `pending`: what the server has not answered yet.
 */
export const useBoardMoves = () => {
  const t = useBoardWords();
  const planning = usePlanningWords();
  const say = useProblemText();
  const tellWhy = useRefusalTexts();
  const offerUndo = useUndo();
  const queries = useQueryClient();
  const [pending, setPending] = useState<ReadonlyMap<string, BoardMove>>(new Map());
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const revisions = useRef<Revisions>(new Map());
  const texts = useRef({ t, planning, say, tellWhy });
  texts.current = { t, planning, say, tellWhy };

  const send = useCallback(async (moves: readonly BoardMove[]) => {
    const wire = moves.map((move) => wireOf(move, revisions.current));
    const { tasks: moved, refused, problem } = await planTasks(wire);
    noteRevisions(revisions.current, wire, moved);
    return { moved, refused, problem };
  }, []);

  const tellRefused = useCallback((refused: readonly RefusedMove[], moves: readonly BoardMove[]) => {
    if (refused.length === 0) return;
    const titles = new Map(moves.map(({ task }) => [task.id, task.title]));
    // One of each kind says it for the others; who was first is told of several.
    const kinds = [...Map.groupBy(refused, ({ reason }) => reason)].flatMap(([reason, those]) =>
      those.slice(0, reason === 'changed' ? MOST_TOLD : 1),
    );
    const told = kinds.map((one) => texts.current.tellWhy(one, one.task?.title ?? titles.get(one.id)!));
    showNotification({
      color: 'orange',
      title: texts.current.t('refused', { count: refused.length }),
      message: told.join(' '),
      autoClose: 15_000,
    });
  }, []);

  const perform = useCallback(
    (moves: readonly BoardMove[], label?: (count: number) => string): Promise<Outcome> => {
      setPending((now) => new Map([...now, ...moves.map((move) => [move.task.id, move] as const)]));
      const settle = async () => {
        await queries.invalidateQueries({ predicate: ({ meta }) => meta?.isLive === true });
        // Those that were moved again meanwhile are still under way.
        setPending((now) => {
          const left = new Map(now);
          for (const move of moves) if (left.get(move.task.id) === move) left.delete(move.task.id);
          return left;
        });
      };
      const run = async () => {
        try {
          const { moved, refused, problem } = await send(moves);
          if (problem !== undefined)
            showNotification({
              color: 'red',
              title: texts.current.planning('incomplete'),
              message: texts.current.say(problem),
              autoClose: 12_000,
            });
          await settle();
          if (label && moved.length > 0) {
            const done = new Map(moved.map(({ id, revision }) => [id, revision]));
            const back = moves.flatMap((move) => {
              const revision = done.get(move.task.id);
              return revision === undefined ? [] : [backOf(move, revision)];
            });
            offerUndo(label(moved.length), async () => {
              const outcome = await perform(back);
              if (outcome !== 'done') throw outcome === 'refused' ? TOLD_ALREADY : TOLD_TO_WAIT;
            });
          }
          tellRefused(refused, moves);
          if (problem !== undefined) return failureOf(problem);
          return refused.length === 0 ? 'done' : 'refused';
        } catch (problem) {
          await settle();
          showNotification({ color: 'red', message: texts.current.say(problem), autoClose: 12_000 });
          return failureOf(problem);
        }
      };
      const whole = queue.current.then(run);
      queue.current = whole;
      return whole;
    },
    [send, queries, offerUndo, tellRefused],
  );

  return { pending, perform };
};
