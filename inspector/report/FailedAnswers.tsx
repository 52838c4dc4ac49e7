import { useTranslation } from 'react-i18next';
import type { ReportItem } from '#report/report-items.ts';
import type { DeviceReport } from './device-report.ts';
import { Notes } from './Notes.tsx';

/** The failed answers, at the top of the report, and their follow-up tasks. */
export const FailedAnswers = ({ report }: { report: DeviceReport }) => {
  const { t } = useTranslation('report-screen');
  const { sets, drafts, facts, format } = report;
  const failed = sets.flatMap(({ heading, failed: answers }) =>
    answers.map(({ within, answer }) => ({ places: [heading?.title, ...within], answer })),
  );
  const created = facts.inspection.followUps.map(({ externalId, error, ...about }) => ({
    ...about,
    outcome:
      externalId === null
        ? format.t('noTask', { obstacle: error ?? '' })
        : format.t('taskCreated', { externalId }),
  }));
  const tasks = [
    ...created,
    ...drafts.map(({ workbook, team, due, ...about }) => ({
      ...about,
      outcome:
        due === null
          ? t('willFollow', { workbook, team })
          : t('willFollowBy', { workbook, team, day: format.date(due) }),
    })),
  ];
  if (failed.length + tasks.length === 0) return null;
  return (
    <section className="report-failed">
      {failed.length > 0 && (
        <>
          <h3>{format.t('failedAnswers', { count: failed.length })}</h3>
          <dl>
            {failed.map(({ places, answer }, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: labels may be equal, and rows have no state
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
          <h3>{format.t('followUps')}</h3>
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

const labelOf = (set: ReportItem | undefined, field: string) => set?.labels.get(field) ?? field;

const placed = (places: readonly (string | undefined)[], label: string): string =>
  [...places, label].filter((part) => part !== undefined).join(' › ');
