import type { SaidSet } from '#report/said-set.ts';
import { Notes } from './Notes.tsx';
import type { ToldReport } from './told-report.ts';
import { useReportWords } from './words.ts';

/** What has failed, before all else, and the tasks that come of it. */
export const FailedAnswers = ({ told }: { told: ToldReport }) => {
  const t = useReportWords();
  const { sets, drafts, facts, speech } = told;
  const { words } = speech;
  const failed = sets.flatMap(({ heading, failed: own }) =>
    own.map(({ within, answer }) => ({ places: [heading?.title, ...within], answer })),
  );
  const made = facts.inspection.followUps.map(({ externalId, obstacle, ...about }) => ({
    ...about,
    outcome: externalId === null ? words.noTask(obstacle ?? '') : words.taskMade(externalId),
  }));
  const tasks = [
    ...made,
    ...drafts.map(({ workbook, team, due, ...about }) => ({
      ...about,
      outcome:
        due === null
          ? t('willFollow', { workbook, team })
          : t('willFollowBy', { workbook, team, day: speech.day(due) }),
    })),
  ];
  if (failed.length + tasks.length === 0) return null;
  return (
    <section className="report-failed">
      {failed.length > 0 && (
        <>
          <h3>{words.failedAnswers(failed.length)}</h3>
          <dl>
            {failed.map(({ places, answer }, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: labels may be the same, and nothing here keeps anything
              <div key={place} className="report-row">
                <dt>{placed(places, answer.label)}</dt>
                <dd>
                  {answer.text || '–'}
                  <Notes notes={answer.notes} />
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
      {tasks.length > 0 && (
        <>
          <h3>{words.followUps}</h3>
          <dl>
            {tasks.map(({ itemId, field, outcome }) => {
              const set = sets.find((each) => each.itemId === itemId);
              return (
                <div key={`${itemId} ${field}`} className="report-row">
                  <dt>{placed([set?.heading?.title], labelOf(set, field))}</dt>
                  <dd>{outcome}</dd>
                </div>
              );
            })}
          </dl>
        </>
      )}
    </section>
  );
};

const labelOf = (set: SaidSet | undefined, field: string) => set?.labels.get(field) ?? field;

const placed = (places: readonly (string | undefined)[], label: string): string =>
  [...places, label].filter((part) => part !== undefined).join(' › ');
