import { showNotification } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { mayPass } from '#portal/api/api-problem.ts';
import { planTasks, type RefusedMove } from '#portal/api/tasks.ts';
import { useProblemText } from '#portal/frame/ProblemNote.tsx';
import { usePlanningWords } from '#portal/frame/planning-words.ts';
import { answerStep, endStep, startStep, TOLD_ALREADY, TOLD_TO_WAIT, useUndo } from '#portal/frame/undo.tsx';
import { useRefusedNote } from '#portal/frame/use-refused-note.tsx';
import {
  acceptedOf,
  type BoardMove,
  backOf,
  noteRevisions,
  type Revisions,
  replaceMoves,
  wireOf,
} from './pending-moves.ts';
import { useRefusalTexts } from './refusal-texts.ts';
import { useBoardWords } from './words.ts';

/**
 * Where tasks go when others that were moved with them were refused: those that were accepted, and the tasks that were
 * refused as they are now.
 */
export type CloseUp = (
  accepted: readonly BoardMove[],
  refused: readonly RefusedMove[],
) => readonly BoardMove[];

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
  const showNote = useRefusedNote();
  const texts = useRef({ t, planning, say, tellWhy, showNote });
  texts.current = { t, planning, say, tellWhy, showNote };

  const send = useCallback(async (moves: readonly BoardMove[]) => {
    const wire = moves.map((move) => wireOf(move, revisions.current));
    const { tasks: moved, refused, problem } = await planTasks(wire);
    noteRevisions(revisions.current, wire, moved);
    return { moved, refused, problem };
  }, []);

  const showRefused = useCallback((refused: readonly RefusedMove[], moves: readonly BoardMove[]) => {
    if (refused.length === 0) return;
    const titles = new Map(moves.map(({ task }) => [task.id, task.title]));
    texts.current.showNote(
      texts.current.t('refused', { count: refused.length }),
      refused.map((one) => ({
        id: one.id,
        text: texts.current.tellWhy(one, one.task?.title ?? titles.get(one.id)!),
      })),
    );
  }, []);

  const perform = useCallback(
    (moves: readonly BoardMove[], label?: (count: number) => string, closeUp?: CloseUp): Promise<Outcome> => {
      // Moves of an undo are not undo steps themselves.
      const step = label && startStep();
      setPending((now) => new Map([...now, ...moves.map((move) => [move.task.id, move] as const)]));
      let closer: readonly BoardMove[] = [];
      const settle = async () => {
        await queries.invalidateQueries({ predicate: ({ meta }) => meta?.isLive === true });
        // Those that were moved again meanwhile are still under way.
        setPending((now) => {
          const left = new Map(now);
          for (const move of [...moves, ...closer])
            if (left.get(move.task.id) === move) left.delete(move.task.id);
          return left;
        });
      };
      const run = async () => {
        try {
          const first = await send(moves);
          closer =
            closeUp && first.refused.length > 0 ? closeUp(acceptedOf(moves, first), first.refused) : [];
          setPending((now) => replaceMoves(now, moves, closer));
          // Without them the accepted tasks stay where they are, and can still be undone.
          const second =
            closer.length > 0
              ? await send(closer).catch((stop: unknown) => ({ moved: [], refused: [], problem: stop }))
              : undefined;
          const moved = [...first.moved, ...(second?.moved ?? [])];
          const refused = [...first.refused, ...(second?.refused ?? [])];
          const problem = first.problem ?? second?.problem;
          if (problem !== undefined)
            showNotification({
              color: 'red',
              title: texts.current.planning('incomplete'),
              message: texts.current.say(problem),
              autoClose: 12_000,
            });
          await settle();
          if (label && step && moved.length > 0) {
            // The second move of a task counts.
            const done = new Map(moved.map(({ id, revision }) => [id, revision]));
            const there = new Map([...moves, ...closer].map((move) => [move.task.id, move]));
            const back = [...done].map(([id, revision]) => backOf(there.get(id)!, revision));
            const undo = async () => {
              const outcome = await perform(back);
              if (outcome !== 'done') throw outcome === 'refused' ? TOLD_ALREADY : TOLD_TO_WAIT;
            };
            answerStep(step, () => offerUndo(label(done.size), undo));
          }
          showRefused(refused, moves);
          if (problem !== undefined) return failureOf(problem);
          return refused.length === 0 ? 'done' : 'refused';
        } catch (problem) {
          await settle();
          showNotification({ color: 'red', message: texts.current.say(problem), autoClose: 12_000 });
          return failureOf(problem);
        } finally {
          if (step) endStep(step);
        }
      };
      const whole = queue.current.then(run);
      queue.current = whole;
      return whole;
    },
    [send, queries, offerUndo, showRefused],
  );

  return { pending, perform };
};
