import { useTranslation } from 'react-i18next';
import type { DeviceReport } from './device-report.ts';
import { Notes } from './Notes.tsx';

export const FailedAnswers = ({ report }: { report: DeviceReport }) => {
  const { t } = useTranslation('report-screen');
  const { sets, expectedFollowUps, data, format } = report;
  const failedAnswers = sets.flatMap(({ heading, failedAnswers: answers }) =>
    answers.map(({ instanceTitles, answer }) => ({ path: [heading?.title, ...instanceTitles], answer })),
  );
  const createdTasks = data.inspection.followUps.map(({ externalId, error, ...source }) => ({
    ...source,
    outcome:
      externalId === null
        ? format.t('noTask', { obstacle: error ?? '' })
        : format.t('taskCreated', { externalId }),
  }));
  const followUpTasks = [
    ...createdTasks,
    ...expectedFollowUps.map(({ workbook, team, due, ...source }) => ({
      ...source,
      outcome:
        due === null
          ? t('willFollow', { workbook, team })
          : t('willFollowBy', { workbook, team, day: format.formatDate(due) }),
    })),
  ];
  if (failedAnswers.length + followUpTasks.length === 0) return null;
  return (
    <section className="report-failed">
      {failedAnswers.length > 0 && (
        <>
          <h3>{format.t('failedAnswers', { count: failedAnswers.length })}</h3>
          <dl>
            {failedAnswers.map(({ path, answer }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: labels may repeat, and rows have no state
              <div key={index} className="report-row">
                <dt>{joinPath(path, answer.label)}</dt>
                <dd>
                  {answer.text || '–'}
                  <Notes notes={answer.notes} />
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
      {followUpTasks.length > 0 && (
        <>
          <h3>{format.t('followUps')}</h3>
          <dl>
            {followUpTasks.map(({ itemId, field, outcome }) => {
              const set = sets.find((candidate) => candidate.itemId === itemId);
              return (
                <div key={`${itemId} ${field}`} className="report-row">
                  <dt>{joinPath([set?.heading?.title], set?.labels.get(field) ?? field)}</dt>
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

const joinPath = (path: readonly (string | undefined)[], label: string): string =>
  [...path, label].filter((part) => part !== undefined).join(' › ');
