import { showNotification } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  ALREADY_REPORTED,
  completeStep,
  endStep,
  REPORTED_RETRY_LATER,
  startStep,
  useUndo,
} from '#portal/actions/undo.tsx';
import { isTransient } from '#portal/api/api-problem.ts';
import { planTasks, type RejectedMove } from '#portal/api/tasks.ts';
import { useRejectedNote } from '#portal/planning/use-rejected-note.tsx';
import { useProblemText } from '#portal/problems/ProblemNote.tsx';
import {
  acceptedMoves,
  type BoardMove,
  type Revisions,
  recordRevisions,
  replaceMoves,
  toTaskMove,
  undoMoveOf,
} from './pending-moves.ts';
import { useRejectionTexts } from './rejection-texts.ts';

/** Returns further moves for the accepted tasks after others of the same move were rejected. */
export type CloseGaps = (
  accepted: readonly BoardMove[],
  rejected: readonly RejectedMove[],
) => readonly BoardMove[];

/** The outcome of moves: all done, some rejected, or unknown so that the user can retry. */
type Outcome = 'done' | 'rejected' | 'failed';

const failureOf = (problem: unknown) => (isTransient(problem) ? 'failed' : 'rejected');

/**
 * Moves tasks on the screen immediately, then on the server, one request after the other. Rejected tasks return to their
 * places, and a message shows the reasons. `perform` returns the outcome. `pending`: moves without a response.
 */
export const useBoardMoves = () => {
  const { t } = useTranslation('board');
  const { t: planning } = useTranslation('planning');
  const say = useProblemText();
  const reasonText = useRejectionTexts();
  const offerUndo = useUndo();
  const queries = useQueryClient();
  const [pending, setPending] = useState<ReadonlyMap<string, BoardMove>>(new Map());
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const revisions = useRef<Revisions>(new Map());
  const showNote = useRejectedNote();
  const texts = useRef({ t, planning, say, reasonText, showNote });
  texts.current = { t, planning, say, reasonText, showNote };

  const send = useCallback(async (moves: readonly BoardMove[]) => {
    const wire = moves.map((move) => toTaskMove(move, revisions.current));
    const { tasks: moved, rejected, problem } = await planTasks(wire);
    recordRevisions(revisions.current, wire, moved);
    return { moved, rejected, problem };
  }, []);

  const showRejected = useCallback((rejected: readonly RejectedMove[], moves: readonly BoardMove[]) => {
    if (rejected.length === 0) return;
    const titles = new Map(moves.map(({ task }) => [task.id, task.title]));
    texts.current.showNote(
      texts.current.t('refused', { count: rejected.length }),
      rejected.map((one) => ({
        id: one.id,
        text: texts.current.reasonText(one, one.task?.title ?? titles.get(one.id)!),
      })),
    );
  }, []);

  const perform = useCallback(
    (
      moves: readonly BoardMove[],
      label?: (count: number) => string,
      closeGapsAfter?: CloseGaps,
    ): Promise<Outcome> => {
      // Moves of an undo are not undo steps themselves.
      const step = label && startStep();
      setPending((now) => new Map([...now, ...moves.map((move) => [move.task.id, move] as const)]));
      let closer: readonly BoardMove[] = [];
      const settle = async () => {
        await queries.invalidateQueries({ predicate: ({ meta }) => meta?.isLive === true });
        // Tasks that were moved again in the meantime are still pending.
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
            closeGapsAfter && first.rejected.length > 0
              ? closeGapsAfter(acceptedMoves(moves, first), first.rejected)
              : [];
          setPending((now) => replaceMoves(now, moves, closer));
          // Without them the accepted tasks stay where they are, and can still be undone.
          const second =
            closer.length > 0
              ? await send(closer).catch((stop: unknown) => ({ moved: [], rejected: [], problem: stop }))
              : undefined;
          const moved = [...first.moved, ...(second?.moved ?? [])];
          const rejected = [...first.rejected, ...(second?.rejected ?? [])];
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
            const back = [...done].map(([id, revision]) => undoMoveOf(there.get(id)!, revision));
            const undo = async () => {
              const outcome = await perform(back);
              if (outcome !== 'done') throw outcome === 'rejected' ? ALREADY_REPORTED : REPORTED_RETRY_LATER;
            };
            completeStep(step, () => offerUndo(label(done.size), undo));
          }
          showRejected(rejected, moves);
          if (problem !== undefined) return failureOf(problem);
          return rejected.length === 0 ? 'done' : 'rejected';
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
    [send, queries, offerUndo, showRejected],
  );

  return { pending, perform };
};
